//! Examples in complaints about a sheet: what may be ordered then and there, and not what only looks so.

use super::legal::Legal;
use tess_diagnostic::Diagnostic;

/// What a game knows of a sheet that cannot be read.
pub(crate) struct Knows<'k> {
    /// The sheet.
    pub sheet: &'k str,
    /// The words that orders begin with.
    pub keywords: &'k [&'static str],
    /// Can a line be read as orders, whoever they name?
    pub reads: &'k dyn Fn(&str) -> bool,
    /// What may be ordered now; of a piece with every place that it can reach.
    pub legal: &'k dyn Fn(Option<&str>) -> Option<Legal>,
}

impl Knows<'_> {
    /// Where the help of a complaint is the form of an order, whose names are of no battle, it is called a
    /// form; before it stands a line of that kind that may be ordered now, where there is one.
    pub fn fit(&self, complaints: &mut [Diagnostic]) {
        for complaint in complaints {
            let Some(help) = complaint.help.take() else { continue };
            let form = help.strip_prefix("for example: ").filter(|form| self.keyword_of(form).is_some());
            let form = form.map_or_else(|| help.clone(), str::to_owned);
            let line = complaint.place.map_or(0, |place| place.line);
            complaint.help = Some(match self.keyword_of(&form) {
                None => form,
                Some(keyword) => match self.example(keyword, line) {
                    Some(example) => format!("such as `{example}`; its form: {form}"),
                    None => format!("its form: {form}"),
                },
            });
        }
    }

    /// The word that a form begins with, when it is one.
    fn keyword_of(&self, form: &str) -> Option<&'static str> {
        let first = form.split(", or ").next().unwrap_or_default();
        let first = first.split(" (").next().unwrap_or_default();
        // several forms of one order: each by itself can be read
        let one = first.split(", ").next().unwrap_or_default();
        let first = if (self.reads)(first) { first } else { one };
        let word = first.split_whitespace().next()?;
        self.keywords.iter().copied().find(|keyword| *keyword == word).filter(|_| (self.reads)(first))
    }

    /// A line with this keyword that may be ordered now, of a piece that the line names if that can be.
    fn example(&self, keyword: &str, line: u32) -> Option<String> {
        let at = usize::try_from(line).unwrap_or_default().saturating_sub(1);
        let written = self.sheet.lines().nth(at).unwrap_or_default();
        let words = written.split([' ', ',', ':', '\t']).filter(|word| !word.is_empty()).skip(1).take(4);
        let mut named = words.map(Some).chain([None]);
        let is_it = |order: &&str| order.split_whitespace().next() == Some(keyword);
        named.find_map(|piece| {
            let legal = (self.legal)(piece).filter(|legal| !legal.supposed)?;
            legal.lines().find(is_it).map(str::to_owned)
        })
    }
}
