/** What an answer that names the entity at this place (from 1) is worth: max(0.4, 0.9^(place − 1)). */
export const answerValue = (place: number): number => unitsOfPlaces[placeBucket(place)]! / UNITS_PER_VALUE

/** Index in a cell's `places`: 0 for place 1 … 9 for place 10 or later, where the value no longer falls. */
export const placeBucket = (place: number): number => Math.min(place, PLACE_BUCKETS) - 1

/** The sum of the values of answers counted by place, as an exact integer: 10⁸ units are the value 1. */
export const sumOfUnits = (places: readonly number[]): number =>
  unitsOfPlaces.reduce((sum, units, bucket) => sum + units * (places[bucket] ?? 0), 0)

/** 0.9^8 has eight decimals, so in these units every value is an integer; a sum stays exact up to 9 × 10⁷ answers. */
export const UNITS_PER_VALUE = 100_000_000

/** From place 10 on an answer is worth the same. */
export const PLACE_BUCKETS = 10

const unitsOfPlaces = [
  100_000_000, 90_000_000, 81_000_000, 72_900_000, 65_610_000, 59_049_000, 53_144_100, 47_829_690, 43_046_721,
  40_000_000,
]
