//! Holds a page that describes a form and the lists that make it together.

/// The names in a list, of parts or of those to choose from: the words before `:` or `,`, after `=>`, outside of brackets.
fn listed(body: &str) -> Vec<String> {
    let (mut names, mut depth, mut name) = (Vec::new(), 0, String::new());
    for letter in body.chars().chain([',']) {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                let word = name.rsplit("=>").next().unwrap_or_default().trim().to_owned();
                if !word.is_empty() {
                    names.push(word);
                }
                name.clear();
            }
            _ if depth == 0 => name.push(letter),
            _ => {}
        }
    }
    names
}

/// The body of a list that begins here, up to its closing bracket.
fn body(text: &str) -> &str {
    let mut depth = 1;
    let end = text.char_indices().find(|&(_, letter)| {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth == 0
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The names in the table under a heading: those in its first column that are no numbers, else in its second.
fn tabled(page: &str, heading: &str) -> Option<Vec<String>> {
    let from = page.split(&format!("### {heading}\n")).nth(1)?;
    let rows =
        from.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let name = |row: &str| {
        let mut cells = row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).skip(1);
        let first = cells.next()?;
        if first.bytes().all(|b| b.is_ascii_digit()) { cells.next() } else { Some(first) }
    };
    rows.skip(2).map(name).collect()
}

/// Has the page a table for each list in this source, with the same names in the same order?
///
/// # Errors
/// The first that is missing, or says something else.
pub fn holds(source: &str, page: &str) -> Result<(), String> {
    for kind in ["\nrecord!(", "\nchoice!("] {
        for list in source.split(kind).skip(1) {
            let (heading, rest) = list.split_once(" {").ok_or("a list without a beginning")?;
            let names = listed(body(rest));
            match tabled(page, heading) {
                Some(there) if there == names => {}
                Some(there) => return Err(format!("{heading}: the page has {there:?}, the list {names:?}")),
                None => return Err(format!("{heading} is not on the page")),
            }
        }
    }
    Ok(())
}
