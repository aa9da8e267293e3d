//! A sheet of characters to draw on.

use crate::form::fold;

/// Characters by line and column; what falls beyond its edge is lost.
pub struct Canvas {
    cells: Vec<Vec<u8>>,
    width: usize,
}

impl Canvas {
    /// An empty sheet.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { cells: vec![vec![b' '; width]; height], width }
    }

    /// Writes one character.
    pub fn put(&mut self, x: usize, y: usize, c: u8) {
        if x < self.width
            && let Some(line) = self.cells.get_mut(y)
        {
            line[x] = if (b' '..=b'~').contains(&c) { c } else { b'?' };
        }
    }

    /// Writes a text from a place to the right; blanks in it leave what is there.
    pub fn write(&mut self, x: usize, y: usize, text: &str) {
        for (i, c) in fold::plain(text).bytes().enumerate() {
            if c != b' ' {
                self.put(x + i, y, c);
            }
        }
    }

    /// The lines, without blanks at their ends and without empty lines at top and bottom.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for line in self.cells.iter().skip_while(|l| l.iter().all(|&c| c == b' ')) {
            out.extend(line.iter().map(|&c| char::from(c)));
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }
}
