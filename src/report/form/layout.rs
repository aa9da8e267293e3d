//! A report before it is text or HTML: paragraphs, headings, tables and drawings in their order.

use super::fold;

/// A report in its parts.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    pub(super) blocks: Vec<Block>,
}

/// What a part of a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// What has changed in a few sentences, and the title.
    Head,
    /// What is to be decided, by whom.
    Next,
    /// What happened.
    Story,
    /// The whole field.
    Field,
    /// The places where it happened.
    Around,
    /// The armies, or who has changed.
    Armies,
    /// Points.
    Score,
    /// The reader's cards.
    Cards,
    /// Mail and log.
    Notices,
    /// How to check it all.
    Check,
}

/// A piece of a report.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    /// What the report begins with.
    Head(String),
    /// Its title.
    Title(String),
    /// A heading of a part, or of something in one.
    Heading(Option<Section>, String),
    /// A paragraph, not folded yet.
    Prose {
        /// Its words.
        text: String,
        /// Before its first line.
        first: &'static str,
        /// Before the others.
        hang: &'static str,
    },
    /// Lines that are folded already and may be folded anew.
    Lines(String),
    /// Lines that are right only as they stand.
    Drawing(String),
    /// Rows of cells.
    Table(Table),
    /// An empty line.
    Gap,
}

/// Rows of cells, with their text as a mail has it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    /// What stands over the columns.
    pub head: Vec<&'static str>,
    /// The rows; one of a single cell is a title over those below it.
    pub rows: Vec<Vec<String>>,
    /// The same as lines.
    pub text: String,
}

impl Block {
    /// A paragraph.
    pub(crate) fn prose(text: impl Into<String>, first: &'static str, hang: &'static str) -> Block {
        Block::Prose { text: text.into(), first, hang }
    }

    fn text(&self) -> String {
        match self {
            Block::Head(text) => fold::fold(text, "", ""),
            Block::Title(text) => {
                let title = fold::fold(text, "", "");
                let wide = title.lines().map(str::len).max().unwrap_or(0);
                format!("\n{title}{}", fold::line(&"=".repeat(wide)))
            }
            Block::Heading(_, text) => format!("\n{}", fold::heading(text)),
            Block::Prose { text, first, hang } => fold::fold(text, first, hang),
            Block::Lines(text) | Block::Drawing(text) => text.clone(),
            Block::Table(table) => table.text.clone(),
            Block::Gap => "\n".to_owned(),
        }
    }
}

impl Layout {
    /// Adds a part.
    pub(crate) fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds a part under its heading.
    pub(crate) fn part(&mut self, section: Section, heading: &str, blocks: impl IntoIterator<Item = Block>) {
        self.blocks.push(Block::Heading(Some(section), heading.to_owned()));
        self.blocks.extend(blocks);
    }

    /// The same report with these parts alone.
    #[must_use]
    pub fn only(&self, sections: &[Section]) -> Layout {
        let mut now = Section::Head;
        let mut blocks = Vec::new();
        for block in &self.blocks {
            if let Block::Heading(Some(section), _) = block {
                now = *section;
            }
            if sections.contains(&now) {
                blocks.push(block.clone());
            }
        }
        Layout { blocks }
    }

    /// Puts sentences before everything else, an empty line between.
    pub fn begin_with(&mut self, sentences: impl IntoIterator<Item = String>) {
        let mut first: Vec<Block> = sentences.into_iter().map(|text| Block::prose(text, "", "  ")).collect();
        if !first.is_empty() {
            first.push(Block::Gap);
            self.blocks.splice(0..0, first);
        }
    }

    /// As lines of at most 78 columns.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(&self.blocks)
    }
}

/// Parts as text.
pub(crate) fn text_of(blocks: &[Block]) -> String {
    blocks.iter().map(Block::text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_taken_out_with_all_that_is_in_them() {
        let mut layout = Layout::default();
        layout.push(Block::Head("Rome has moved.".to_owned()));
        layout.part(Section::Story, "What happened", [Block::prose("P1 moves.", "", "  ")]);
        layout.part(
            Section::Armies,
            "The armies",
            [Block::Heading(None, "Rome".to_owned()), Block::prose("P1", "", "  ")],
        );
        layout.part(Section::Check, "To check", [Block::prose("game", "", "  ")]);
        let text = layout.only(&[Section::Armies]).text();
        assert!(text.contains("ROME") && text.contains("P1\n") && !text.contains("moves"), "{text}");
        assert_eq!(layout.only(&[Section::Head]).text(), "Rome has moved.\n");
        let all = [Section::Head, Section::Story, Section::Armies, Section::Check];
        assert_eq!(layout.only(&all).text(), layout.text());
    }
}
