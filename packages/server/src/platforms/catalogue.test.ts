import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformSlugs } from '@sightline/sdk'
import { createPlatforms } from './catalogue.ts'

const connection = { apiKey: 'k', baseUrl: 'https://api.invalid' }
const dataforseo = { login: 'l', password: 'p', baseUrl: 'https://api.invalid' }

test('Without keys there are no platforms', () => {
  assert.equal(createPlatforms({}).size, 0)
})

test('With every key every platform of the contract is there, under its own slug and in its order', () => {
  const providers = { openai: connection, anthropic: connection, perplexity: connection, xai: connection }
  const others = { gemini: connection, mistral: connection, deepseek: connection, serpapi: connection, dataforseo }
  const platforms = createPlatforms({ ...providers, ...others })
  assert.deepEqual([...platforms.keys()], platformSlugs)
  for (const [slug, platform] of platforms) assert.equal(platform.slug, slug)
})

test('DataForSEO alone measures the two Google platforms, but not Copilot', () => {
  const platforms = createPlatforms({ dataforseo })
  assert.deepEqual([...platforms.keys()], ['google-aio', 'google-ai-mode'])
  assert.deepEqual(new Set([...platforms.values()].map(({ provider }) => provider)), new Set(['dataforseo']))
})

test('With both vendors SerpApi is asked', () => {
  assert.equal(createPlatforms({ serpapi: connection, dataforseo }).get('google-aio')?.provider, 'serpapi')
})
