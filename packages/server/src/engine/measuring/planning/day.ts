/** A UTC day has no daylight saving: always this long. */
export const DAY_MS = 86_400_000
