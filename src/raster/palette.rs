//! A picture of few colours as PNG with a palette: a third of the bytes.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use resvg::tiny_skia::Pixmap;

/// Colours that a palette holds.
const MOST: usize = 64;

/// Levels of each of red, green and blue that are told apart.
const LEVELS: u16 = 16;

/// All colours of so many levels.
const COLOURS: u16 = LEVELS * LEVELS * LEVELS;

type Rgb = [u8; 3];

/// The picture as PNG. Nothing in it shines through.
pub fn encode(map: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let pixels: Vec<u16> = map.data().chunks_exact(4).map(|p| number([p[0], p[1], p[2]])).collect();
    let mut counts = vec![0_u32; usize::from(COLOURS)];
    pixels.iter().for_each(|&pixel| counts[usize::from(pixel)] += 1);
    let mut often: Vec<u16> = (0..COLOURS).filter(|&colour| counts[usize::from(colour)] > 0).collect();
    often.sort_by_key(|&colour| (std::cmp::Reverse(counts[usize::from(colour)]), colour));
    let palette: Vec<Rgb> = often.iter().take(MOST).map(|&colour| rgb(colour)).collect();
    let mut places = vec![0_u8; usize::from(COLOURS)];
    often.iter().for_each(|&colour| places[usize::from(colour)] = nearest(&palette, rgb(colour)));
    let bytes: Vec<u8> = pixels.iter().map(|&pixel| places[usize::from(pixel)]).collect();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, map.width(), map.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::Balanced);
    // places of a palette are no neighbours of each other
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

/// The number of the nearest colour.
fn number(colour: Rgb) -> u16 {
    let level = |value: u8| (u16::from(value) * (LEVELS - 1) + 127) / 255;
    colour.into_iter().fold(0, |number, value| number * LEVELS + level(value))
}

/// The colour of a number.
const fn rgb(number: u16) -> Rgb {
    [value(number / LEVELS / LEVELS), value(number / LEVELS), value(number)]
}

/// What a level shows.
const fn value(level: u16) -> u8 {
    (level % LEVELS * (255 / (LEVELS - 1))) as u8
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let far = |other: &Rgb| -> u32 { (0..3).map(|n| u32::from(colour[n].abs_diff(other[n])).pow(2)).sum() };
    let places = (0_u8..=u8::MAX).zip(palette);
    places.min_by_key(|(_, other)| far(other)).map_or(0, |(n, _)| n)
}
