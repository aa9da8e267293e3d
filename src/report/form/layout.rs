//! A report before it is text or HTML: paragraphs, headings, tables and drawings in their order.

use super::fold;

/// A report in its parts.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    pub(super) blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    /// What the report begins with.
    Head(String),
    /// Its title.
    Title(String),
    /// A heading of a part.
    Heading(String),
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
            Block::Heading(text) => format!("\n{}", fold::heading(text)),
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

    /// Adds parts under a heading.
    pub(crate) fn part(&mut self, heading: &str, blocks: impl IntoIterator<Item = Block>) {
        self.blocks.push(Block::Heading(heading.to_owned()));
        self.blocks.extend(blocks);
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
