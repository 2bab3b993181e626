import { z } from 'zod'
import { id } from '../ids.ts'

/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601 instant in UTC.', example: '2026-11-20T08:00:00.000Z' })

/** A day: `YYYY-MM-DD`, in UTC. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a day of the form YYYY-MM-DD.')
  .refine(
    (text) =>
      !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
    'Must be a day of the calendar.',
  )
  .meta({ format: 'date', description: 'Day in UTC, inclusive.', example: '2026-11-20' })

/**
 * A day that is asked for. PostgreSQL knows no year 0, and nothing here was measured before 1970; a span that ends with
 * such a day may begin before it, so answers are not held to this.
 */
export const askedDay = day.refine((text) => text >= '1970-01-01', 'Must be 1970-01-01 or later.')

/** An instant that is asked for, in any zone; PostgreSQL knows no year 0, and nothing here happened before 1970. */
export const askedInstant = z.iso
  .datetime({ offset: true, error: 'Must be an instant, for example 2026-11-20T08:00:00.000Z.' })
  .refine((text) => /^(19[7-9]\d|[2-9]\d{3})/.test(text), 'Must be 1970 or later.')
  .meta({ example: '2026-11-20T08:00:00.000Z' })

/** A trailing span of whole UTC days: `7d`, `4w`. */
export const window = z
  .string()
  .regex(/^[1-9]\d{0,2}[dw]$/, 'Must be a number and a unit letter, for example 7d or 4w.')
  .refine((text) => Number.parseInt(text, 10) * (text.endsWith('w') ? 7 : 1) <= 365, 'Must be at most 365 days.')
  .meta({
    description: 'Trailing span of whole UTC days: number and unit letter (d or w), up to 365 days.',
    example: '7d',
  })

/** A platform's slug in a filter or a request. Imported answers may bring platforms of their own. */
export const platformSlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a platform’s slug, for example chatgpt or google-aio.')
  .max(64)
  .meta({ description: 'Slug of a platform, see GET /platforms.', example: 'chatgpt' })

/** Text that a person typed: trimmed, without control characters, counted in code points. */
export const typedText = (maxLength: number) =>
  z
    .string()
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, 'Must not be empty.')
        // oxlint-disable-next-line no-control-regex -- refusing control characters is the purpose
        .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Must not contain control characters.')
        .refine((text) => Array.from(text).length <= maxLength, `Must be at most ${maxLength} characters.`),
    )
    // On the whole, so that what is to be sent is documented too, not only what comes out.
    .meta({ minLength: 1, maxLength })

/** A whole number in an address: digits and nothing else, because `0x10`, `1e1` or nothing at all would be guesses. */
export const wholeNumber = ({ min = 1, max, initial }: { min?: number; max: number; initial: number }) =>
  z
    .preprocess(
      (sent) => (typeof sent === 'string' && !/^\d{1,9}$/.test(sent) ? Number.NaN : sent),
      z.coerce.number().int().min(min).max(max),
    )
    .default(initial)
    // What is sent, for OpenAPI: a preprocessed value has no schema of its own.
    .meta({ type: 'integer', minimum: min, maximum: max, default: initial })

export const limit = wholeNumber({ max: 200, initial: 50 }).meta({ description: 'Entries a page, 1–200.' })
export const cursor = z
  .string()
  .min(1)
  .max(1_024)
  .optional()
  .meta({ description: '`pagination.nextCursor` of the page before.' })

export const pagination = z.object({
  limit: z.int().min(1).max(1_000),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  next: z.string().nullable().meta({ description: 'Absolute address of the next page.' }),
})

/** The one envelope of every list. */
export const page = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), pagination })
export type Page<Item> = { data: Item[]; pagination: z.output<typeof pagination> }

/** In place of a brand's id where the address names something of it besides: whichever brand that belongs to. */
export const ITS_BRAND = '-'
export const brandOrIts = z.union([id('brand'), z.literal(ITS_BRAND)]).meta({
  description: 'Id of the brand; `-`: whichever brand the thing belongs to that is named after it.',
  example: 'brd_01kabcdefghjkmnpqrstvwxyz0',
})

/** Text that somebody outside wrote. Every door shows it as quoted data; OpenAPI says so with `x-untrusted`. */
export const untrusted = z.string().meta({ 'x-untrusted': true })

/** For a write that can be tried: the answer says what would be, refusals included, and nothing is stored. */
export const askedDryRun = z
  .boolean()
  .default(false)
  .meta({ description: 'Only say what would be: nothing is stored, and new ids in the answer name nothing.' })
export const answeredDryRun = z.boolean().meta({ description: 'Whether it was tried only: nothing is stored.' })

export const deleted = z.object({ id: z.string(), deleted: z.literal(true) })

/** The 95 % interval of a score in points, lower and upper end; null where too little is known to give one. */
export const interval = z
  .array(z.number().min(-100).max(100))
  .length(2)
  .nullable()
  .meta({ description: '95 % interval in points: lower and upper end. null: too few prompts to give one.' })

/** How many answers stand behind a number, and how many do not count. */
export const sample = z.object({
  prompts: z.int().min(0),
  answers: z.int().min(0).meta({ description: 'Valid answers (outcome ok): the ones measured.' }),
  notTriggered: z.int().min(0),
  refused: z.int().min(0),
  empty: z.int().min(0),
  failed: z.int().min(0),
  unreadable: z
    .int()
    .min(0)
    .meta({ description: 'Given, and not read: reading took too long. They count in no score.' }),
})

export const surface = z.enum(['api', 'serp', 'import', 'simulated']).meta({
  description: 'How an answer was obtained. `simulated`: made up by the lab, measures nothing real.',
})
