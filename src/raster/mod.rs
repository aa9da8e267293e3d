//! A picture as PNG, for mails: programs that show mail draw no SVG. The letters come with the program, so
//! that a picture is the same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

mod palette;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum RasterError {
    /// It cannot be read.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It cannot be written.
    #[error("the picture cannot be written: {0}")]
    Png(#[from] png::EncodingError),
    /// It has no size, or one beyond all bounds.
    #[error("a picture {0} wide cannot be drawn")]
    Size(u32),
}

/// The letters.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in [dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold()] {
        fonts.load_font_data(plain_letters(font.to_vec()));
    }
    Arc::new(fonts)
});

/// Tables of a font that say how letters stand nearer or melt together: half of the time of a picture goes
/// into reading them, for each word anew, and nobody sees it in a code or a number.
const FINERY: [&[u8; 4]; 3] = [b"kern", b"GPOS", b"GSUB"];

/// A font without them: their entries in its list of tables (OpenType, "Table Directory": 12 bytes, then 16
/// for each table, its tag first) get a tag that nobody looks for. A list is sorted by tags, so they keep
/// their first letters.
fn plain_letters(mut font: Vec<u8>) -> Vec<u8> {
    let tables = font.get(4..6).map_or(0, |n| usize::from(u16::from_be_bytes([n[0], n[1]])));
    for entry in 0..tables {
        let at = 12 + 16 * entry;
        if let Some(tag) = font.get_mut(at..at + 4)
            && FINERY.iter().any(|fine| *fine == tag)
        {
            tag[3] = b'_';
        }
    }
    font
}

/// One of our pictures as PNG, so many pixels wide, on its own paper.
///
/// # Errors
/// When it cannot be read, or is too large.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans Condensed".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(&tess_picture::plain(svg), &options)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut map = Pixmap::new(width, height).ok_or(RasterError::Size(width))?;
    map.fill(colour(tess_picture::paper()));
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    Ok(palette::encode(&map)?)
}

/// A colour written as `#rrggbb`.
fn colour(text: &str) -> Color {
    let part =
        |at: usize| text.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(255);
    Color::from_rgba8(part(1), part(3), part(5), 255)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of a picture, as red, green, blue, by its palette.
    fn pixels(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        let frame = reader.next_frame(&mut data).expect("a frame");
        let palette = reader.info().palette.clone().expect("a palette");
        let colour = |place: &u8| {
            let at = usize::from(*place) * 3;
            [palette[at], palette[at + 1], palette[at + 2]]
        };
        (frame.width, frame.height, data.iter().map(colour).collect())
    }

    #[test]
    fn what_is_drawn_is_in_the_picture_letters_too() {
        let svg = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 100\"><style>{}</style>\
                 <path d=\"M0 0h20v20h-20z\" fill=\"#b3201b\"/><text class=\"head\" x=\"30\" y=\"60\">{text}</text></svg>",
                tess_picture::STYLE
            )
        };
        let (width, height, drawn) = pixels(&png(&svg("Trebia"), 400).expect("a picture"));
        assert_eq!((width, height, drawn.len()), (400, 200, 80_000));
        let near = |a: &[u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 9);
        assert!(near(&drawn[400 * 10 + 10], [0xb3, 0x20, 0x1b]) && near(&drawn[399], [0xfb, 0xf8, 0xf1]));
        let ink = |all: &[[u8; 3]]| all.iter().filter(|p| near(p, [0x26, 0x22, 0x1c])).count();
        let (_, _, empty) = pixels(&png(&svg(""), 400).expect("a picture"));
        assert!(ink(&drawn) > 200 && ink(&empty) == 0, "{} letters, {} without", ink(&drawn), ink(&empty));
        assert_eq!(png(&svg("Trebia"), 400).expect("a picture"), png(&svg("Trebia"), 400).expect("the same"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(png("<svg", 10), Err(RasterError::Svg(_))));
    }
}
