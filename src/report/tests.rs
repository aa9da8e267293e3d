//! Goldens on a small made-up field, and what must hold for every map.

mod bagradas;
mod facts;
mod field;
mod golden;
mod shape;
