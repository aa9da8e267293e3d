//! What notes look like, in JSON Schema (draft 2020-12).

use super::noted::Noted;
use super::tree::IS;
use serde_json::{Map, Value, json};

/// The shapes that have a name, each described once.
#[derive(Debug, Default)]
pub struct Shapes {
    /// Before each name, so that two games can stand in one schema.
    prefix: &'static str,
    described: Map<String, Value>,
}

impl Shapes {
    /// None yet; their names begin so.
    #[must_use]
    pub fn new(prefix: &'static str) -> Shapes {
        Shapes { prefix, described: Map::new() }
    }

    /// What their names begin with.
    #[must_use]
    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// All that have been described.
    #[must_use]
    pub fn described(self) -> Map<String, Value> {
        self.described
    }

    /// Where the shape of this name stands; it is described when it is met for the first time.
    pub fn named(&mut self, name: &str, describe: impl FnOnce(&mut Shapes) -> Value) -> Value {
        let name = format!("{}{name}", self.prefix);
        if !self.described.contains_key(&name) {
            self.described.insert(name.clone(), Value::Null);
            let shape = describe(self);
            self.described.insert(name.clone(), shape);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// A thing with parts; a patch names some of them only.
    #[must_use]
    pub fn record(parts: Vec<(&'static str, Value)>) -> Value {
        let parts: Map<String, Value> =
            parts.into_iter().map(|(name, shape)| (name.to_owned(), shape)).collect();
        json!({ "type": "object", "properties": parts, "additionalProperties": false })
    }

    /// One of several.
    #[must_use]
    pub fn choice(of: Vec<(&'static str, Vec<(&'static str, Value)>)>) -> Value {
        let plain: Vec<&str> =
            of.iter().filter(|(_, parts)| parts.is_empty()).map(|(name, _)| *name).collect();
        let mut any = Vec::new();
        if !plain.is_empty() {
            any.push(json!({ "enum": plain }));
        }
        for (name, mut parts) in of.into_iter().filter(|(_, parts)| !parts.is_empty()) {
            parts.insert(0, (IS, json!({ "const": name })));
            any.push(Shapes::record(parts));
        }
        json!({ "anyOf": any })
    }
}

/// The shape of a part, which the way to it shows. Nobody walks it.
pub fn of_part<S, T: Noted>(_: impl Fn(S) -> T, shapes: &mut Shapes) -> Value {
    T::shape(shapes)
}

/// The parts of one of several.
pub trait Several {
    /// The shape of each.
    fn shapes(shapes: &mut Shapes) -> Vec<Value>;
}

macro_rules! several {
    ($($part:ident)*) => {
        impl<$($part: Noted),*> Several for ($($part,)*) {
            fn shapes(_shapes: &mut Shapes) -> Vec<Value> {
                vec![$($part::shape(_shapes)),*]
            }
        }
    };
}

several!();
several!(A);
several!(A B);
several!(A B C);
several!(A B C D);
several!(A B C D E);

/// The shapes of the parts of one of several, which the way to them shows. Nobody walks it.
pub fn of_parts<S, P: Several>(
    _: impl Fn(S) -> Option<P>,
    names: &[&'static str],
    shapes: &mut Shapes,
) -> Vec<(&'static str, Value)> {
    names.iter().copied().zip(P::shapes(shapes)).collect()
}

/// A number, or one other thing, or the name of it, which the way to it shows. Nobody walks it.
pub fn named_or<S, T: Noted>(_: impl Fn(S) -> T, shapes: &mut Shapes) -> Value {
    json!({ "anyOf": [{ "type": "string" }, T::shape(shapes)] })
}
