import { z } from 'zod'
import { get, patch, post, remove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { answeredDryRun, askedDryRun, cursor, deleted, instant, limit, page, typedText } from './common.ts'

const host = z
  .string()
  .transform((text) => {
    // As browsers read a host too: "①②⑦" is 127.
    const [hostAndPath = ''] = text
      .normalize('NFKC')
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/', 1)
    return hostAndPath.replace(/^www\./, '')
  })
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, 'Must be a domain, for example acme.com.')
      // As browsers read a host: one whose last label is a number is an IPv4 address, however it is written.
      .refine((host) => !/(^|\.)(\d+|0x[\da-f]*)$/.test(host), 'Must be a domain, not an IP address.'),
  )
  .meta({ example: 'acme.com' })

/** What makes a brand or a competitor recognisable in an answer. */
export const namesShape = {
  name: typedText(200).meta({ example: 'Acme' }),
  aliases: z.array(typedText(200)).max(50).default([]).meta({ description: 'Other names that count as the same.' }),
  excludedNames: z
    .array(typedText(200))
    .max(50)
    .default([])
    .meta({ description: 'Phrases that never count, though they contain a name.' }),
  domains: z
    .array(host)
    .max(50)
    .default([])
    .meta({ description: 'Domains of its own; citations of them are its own.' }),
  caseSensitive: z.boolean().default(false).meta({ description: 'Count a name only as written.' }),
}

export const brand = z.object({
  id: id('brand'),
  name: z.string(),
  aliases: z.array(z.string()),
  excludedNames: z.array(z.string()),
  domains: z.array(z.string()),
  caseSensitive: z.boolean(),
  status: z.enum(['active', 'paused']),
  isDefault: z.boolean().meta({ description: 'The brand that GET /visibility/scores answers for.' }),
  createdAt: instant,
  updatedAt: instant,
})
export type Brand = z.output<typeof brand>

/** All fields optional and no defaults: what is left out stays as it is. */
export const namesChange = z.strictObject({
  name: namesShape.name.optional(),
  aliases: namesShape.aliases.unwrap().optional(),
  excludedNames: namesShape.excludedNames.unwrap().optional(),
  domains: namesShape.domains.unwrap().optional(),
  caseSensitive: z.boolean().optional(),
})

const brandPath = z.strictObject({ id: id('brand') })

export const brandOperations = {
  listBrands: get({
    id: 'listBrands',
    path: '/brands',
    tag: 'Brands',
    summary: 'List the organization’s brands',
    scope: 'brands:read',
    query: z.strictObject({ status: z.enum(['active', 'paused']).optional(), limit, cursor }),
    output: page(brand),
    errors: ['invalid_cursor'],
  }),
  createBrand: post({
    id: 'createBrand',
    path: '/brands',
    tag: 'Brands',
    summary: 'Track a brand',
    scope: 'brands:write',
    body: z.strictObject({ ...namesShape, dryRun: askedDryRun }),
    output: brand.extend({ dryRun: answeredDryRun }),
    status: 201,
    errors: [...bodyProblems, 'plan_limit_reached', 'conflict'],
  }),
  getBrand: get({
    id: 'getBrand',
    path: '/brands/{id}',
    tag: 'Brands',
    summary: 'Get a brand',
    scope: 'brands:read',
    params: brandPath,
    output: brand,
    errors: ['resource_not_found'],
  }),
  updateBrand: patch({
    id: 'updateBrand',
    path: '/brands/{id}',
    tag: 'Brands',
    summary: 'Change a brand',
    description: 'A change of names or domains is applied to all stored answers, without asking the platforms again.',
    scope: 'brands:write',
    params: brandPath,
    body: namesChange.extend({ isDefault: z.literal(true).optional(), dryRun: askedDryRun }).strict(),
    output: brand.extend({ dryRun: answeredDryRun }),
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
  deleteBrand: remove({
    id: 'deleteBrand',
    path: '/brands/{id}',
    tag: 'Brands',
    summary: 'Delete a brand with all that belongs to it',
    scope: 'brands:write',
    params: brandPath,
    output: deleted,
    errors: ['resource_not_found'],
  }),
}
