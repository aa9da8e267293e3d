//! A picture of few colours as PNG with a palette: a third of the bytes.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use resvg::tiny_skia::Pixmap;

/// Colours that a palette holds.
const MOST: usize = 64;

type Rgb = [u8; 3];

/// The picture as PNG. Nothing in it shines through.
pub fn encode(map: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let pixels: Vec<Rgb> = map.data().chunks_exact(4).map(|p| [p[0], p[1], p[2]].map(level)).collect();
    let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
    for &pixel in &pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut often: Vec<(Rgb, usize)> = counts.iter().map(|(colour, n)| (*colour, *n)).collect();
    often.sort_by_key(|&(colour, n)| (std::cmp::Reverse(n), colour));
    let palette: Vec<Rgb> = often.iter().take(MOST).map(|(colour, _)| *colour).collect();
    let place: BTreeMap<Rgb, u8> = counts.keys().map(|&colour| (colour, nearest(&palette, colour))).collect();
    let bytes: Vec<u8> = pixels.iter().map(|pixel| place[pixel]).collect();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, map.width(), map.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::High);
    // places of a palette are no neighbours of each other
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

/// The nearest of 16 levels.
const fn level(value: u8) -> u8 {
    (value as u16 * 15 + 127).div_euclid(255) as u8 * 17
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let far = |other: &Rgb| -> u32 { (0..3).map(|n| u32::from(colour[n].abs_diff(other[n])).pow(2)).sum() };
    let places = (0_u8..=u8::MAX).zip(palette);
    places.min_by_key(|(_, other)| far(other)).map_or(0, |(n, _)| n)
}
