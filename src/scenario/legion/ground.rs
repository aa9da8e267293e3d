//! `[table]`, `[[terrain]]`, `[[obstacle]]`.

use crate::read::Block;
use tess_legion::measure::{Length, Point, Polygon};
use tess_legion::setup::{Barrier, Ground, Obstacle, Table, Terrain};

/// The table and what lies on it.
pub(super) fn read(root: &Block<'_>) -> Option<Table> {
    let block = root.table("table")?;
    let width = block.need("width", "48").and_then(|v| v.measure());
    let depth = block.need("depth", "36").and_then(|v| v.measure());
    if [width, depth].into_iter().flatten().any(|l| l < Length::inches(12) || l > Length::inches(200)) {
        block.page.refuse(block.span(), "a table of that size", "from 12 to 200 inches wide and deep");
    }
    block.close();
    let terrain = root.tables("terrain").iter().filter_map(terrain).collect();
    let obstacles = root.tables("obstacle").iter().filter_map(obstacle).collect();
    Some(Table { width: width?, depth: depth?, terrain, obstacles })
}

fn terrain(block: &Block<'_>) -> Option<Terrain> {
    let ground = block.need("kind", "\"woods\"").and_then(|v| v.word(&Ground::WORDS));
    let name = name(block);
    let height = block.int_or("height", 0..=9, u8::from(ground == Some(Ground::Hill)));
    let corners = points(block);
    block.close();
    match Polygon::new(corners?) {
        Ok(outline) => Some(Terrain { name: name?, ground: ground?, height, outline }),
        Err(fault) => {
            block.page.refuse(
                block.span(),
                fault,
                "write its corners in order: at = [[4, 4], [8, 4], [8, 7]]",
            );
            None
        }
    }
}

fn obstacle(block: &Block<'_>) -> Option<Obstacle> {
    let barrier = block.need("kind", "\"wall\"").and_then(|v| v.word(&Barrier::WORDS));
    let name = name(block);
    let course = points(block)?;
    block.close();
    if course.len() < 2 {
        block.page.refuse(
            block.span(),
            "an obstacle of one point",
            "write two at least: at = [[4, 4], [8, 4]]",
        );
        return None;
    }
    Some(Obstacle { name: name?, barrier: barrier?, course })
}

fn name(block: &Block<'_>) -> Option<String> {
    block.text("name", "the wood").map(str::to_owned)
}

fn points(block: &Block<'_>) -> Option<Vec<Point>> {
    let list = block.need("at", "[[4, 4], [8, 4], [8, 7]]")?.list()?;
    list.iter().map(|v| v.pair().map(|(x, y)| Point { x: x.0, y: y.0 })).collect()
}
