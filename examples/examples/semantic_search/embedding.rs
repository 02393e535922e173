//! Embeddings by latent semantic analysis: the subject of a text, as a few numbers.
//!
//! Words that occur in the same texts get similar vectors, so a text is found by words that it does
//! not contain. A service would ask a language model; this model is small enough to be computed
//! here, from the texts alone.

use std::collections::{BTreeMap, HashMap};

/// The number of dimensions.
pub(crate) const DIMENSIONS: usize = 12;

/// Words that say nothing about the subject of a text.
const STOP: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "got",
    "had", "he", "her", "him", "himself", "his", "in", "into", "is", "it", "its", "of", "off",
    "not", "on", "one", "or", "out", "own", "put", "she", "so", "than", "that", "the", "their",
    "them", "they", "those", "to", "too", "until", "was", "were", "what", "when", "which", "while",
    "who", "with", "without", "you", "der", "die", "das", "den", "dem", "ein", "eine", "einen",
    "einem", "er", "es", "im", "in", "mit", "und", "sie", "ist", "zu", "an", "auf", "nicht", "dir",
    "auch",
];

/// The model: a vector for each word.
pub(crate) struct Embedding {
    words: HashMap<String, [f32; DIMENSIONS]>,
    weights: HashMap<String, f32>,
}

impl Embedding {
    /// Learns from texts which words belong together.
    pub(crate) fn learn<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let counts: Vec<_> = texts.into_iter().map(counted).collect();
        let mut weights: HashMap<String, f32> = HashMap::new();
        for word in counts.iter().flat_map(BTreeMap::keys) {
            *weights.entry(word.clone()).or_default() += 1.0;
        }
        // A word that occurs in many texts says less.
        let texts = count(counts.len());
        for weight in weights.values_mut() {
            *weight = (texts / *weight).ln() + 1.0;
        }
        let rows: Vec<BTreeMap<&str, f32>> = counts
            .iter()
            .map(|row| {
                let weighted = |(word, times): (&'_ String, &f32)| times.sqrt() * weights[word];
                row.iter()
                    .map(|entry| (entry.0.as_str(), weighted(entry)))
                    .collect()
            })
            .collect();
        let mut words: HashMap<String, [f32; DIMENSIONS]> = HashMap::new();
        for (at, (length, direction)) in directions(&rows).into_iter().take(DIMENSIONS).enumerate()
        {
            for (row, share) in rows.iter().zip(direction) {
                for (word, weight) in row {
                    let vector = words.entry((*word).to_owned()).or_default();
                    vector[at] += weight * share / length;
                }
            }
        }
        Self { words, weights }
    }

    /// Returns the vector of a text, of length 1.
    pub(crate) fn of(&self, text: &str) -> [f32; DIMENSIONS] {
        let mut sum = [0.0; DIMENSIONS];
        for (word, times) in counted(text) {
            let Some(vector) = self.words.get(&word) else {
                continue;
            };
            let weight = times.sqrt() * self.weights[&word];
            for (sum, element) in sum.iter_mut().zip(vector) {
                *sum += element * weight;
            }
        }
        let length = dot(&sum, &sum).sqrt().max(f32::MIN_POSITIVE);
        sum.map(|element| element / length)
    }

    /// Returns the words of a text that are nearest to a vector, the nearest first.
    pub(crate) fn reasons(&self, text: &str, near: &[f32; DIMENSIONS]) -> Vec<String> {
        let mut words: BTreeMap<String, (f32, String)> = BTreeMap::new();
        for word in words_of(text) {
            let stem = stem(&word);
            if let Some(vector) = self.words.get(&stem) {
                words.entry(stem).or_insert((dot(vector, near), word));
            }
        }
        let mut words: Vec<_> = words.into_values().collect();
        words.sort_by(|one, other| other.0.total_cmp(&one.0));
        words.into_iter().map(|(_, word)| word).take(4).collect()
    }
}

fn dot(one: &[f32; DIMENSIONS], other: &[f32; DIMENSIONS]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[expect(clippy::cast_precision_loss, reason = "there are few texts")]
fn count(number: usize) -> f32 {
    number as f32
}

/// The meaningful words of a text.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    let words = words.map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !STOP.contains(&word.as_str()))
}

/// The words of a text, without endings, and how often each occurs.
fn counted(text: &str) -> BTreeMap<String, f32> {
    let mut counts = BTreeMap::new();
    for word in words_of(text) {
        *counts.entry(stem(&word)).or_insert(0.0) += 1.0;
    }
    counts
}

fn stem(word: &str) -> String {
    let endings = ["ing", "ed", "es", "s", "y"];
    let stem = endings.iter().find_map(|ending| word.strip_suffix(ending));
    stem.filter(|stem| stem.chars().count() > 3)
        .unwrap_or(word)
        .to_owned()
}

/// The directions in which the texts differ most, with their lengths: the eigenvectors of the
/// similarity of each pair of texts, found by repeated multiplication.
fn directions(rows: &[BTreeMap<&str, f32>]) -> Vec<(f32, Vec<f32>)> {
    let common = |one: &BTreeMap<&str, f32>, other: &BTreeMap<&str, f32>| -> f32 {
        one.iter()
            .filter_map(|(word, weight)| Some(weight * other.get(word)?))
            .sum()
    };
    let gram: Vec<Vec<f32>> = rows
        .iter()
        .map(|one| rows.iter().map(|other| common(one, other)).collect())
        .collect();
    let mut found: Vec<(f32, Vec<f32>)> = Vec::new();
    while found.len() < DIMENSIONS.min(rows.len()) {
        // Any start works that is not at right angles to the answer.
        let mut vector: Vec<f32> = (0..rows.len()).map(|at| 1.0 + count(at * at % 7)).collect();
        for _ in 0..500 {
            let product = gram.iter().map(|row| inner(row, &vector));
            let mut next: Vec<f32> = product.collect();
            for (_, known) in &found {
                let share = inner(known, &next);
                next.iter_mut()
                    .zip(known)
                    .for_each(|(next, known)| *next -= share * known);
            }
            let length = inner(&next, &next).sqrt().max(f32::MIN_POSITIVE);
            for element in &mut next {
                *element /= length;
            }
            vector = next;
        }
        let product: Vec<f32> = gram.iter().map(|row| inner(row, &vector)).collect();
        found.push((
            inner(&product, &vector).max(f32::MIN_POSITIVE).sqrt(),
            vector,
        ));
    }
    found
}

fn inner(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
