import type { Expected } from './expected.test-support.ts'

/** The price table has no token prices for Mistral. */
const notPriced = { usd: null, basis: null }
const claim =
  'The last winner of the European Football Cup was Spain, who won the UEFA Euro 2024 by defeating England 2-1 in the final'

/** What the recordings of `mistral` must become, written from reading the files. */
export const expectedMistral: Expected[] = [
  {
    file: 'conversations-web-search',
    outcome: 'ok',
    finish: 'complete',
    text: { full: `${claim}.` },
    citations: [
      {
        url: 'https://www.marca.com/en/football/uefa-euro/winners.html',
        domain: 'marca.com',
        title: 'UEFA Euro Winners List from 1960 to today - MARCA in English',
        isResolved: true,
        count: 1,
        slices: [claim],
      },
      {
        url: 'https://www.olympics.com/en/news/uefa-european-championships-euro-winners-list-champions',
        domain: 'olympics.com',
        slices: [claim],
      },
      {
        url: 'https://www.givemesport.com/football-european-championship-winners/',
        domain: 'givemesport.com',
        slices: [claim],
      },
    ],
    listed: [],
    searches: null,
    searched: true,
    model: 'mistral-medium-latest',
    // 188 + 7,112 that the connector read
    usage: { inputTokens: 7300, outputTokens: 55, reasoningTokens: null, searches: 1 },
    cost: notPriced,
    location: null,
    unknownItems: 0,
    errorCode: null,
    failure: null,
    tries: 1,
    request: {
      question: { text: 'Who won the last European Football cup?', locale: { country: 'DE', language: 'de' } },
      same: ['method', 'path', 'body.inputs', 'body.stream', 'headers.authorization'],
      // The recording asks an agent that was given the tool before.
      differs: { 'body.tools': [{ type: 'web_search' }], 'body.store': false },
    },
  },
  {
    file: 'chat-basic',
    outcome: 'ok',
    finish: 'complete',
    text: { full: '2 + 2 equals **4**.' },
    citations: [],
    listed: [],
    searches: null,
    searched: false,
    model: 'mistral-small-latest',
    usage: { inputTokens: 23, outputTokens: 9, reasoningTokens: null, searches: 0 },
    cost: notPriced,
    unknownItems: 0,
    failure: null,
  },
  {
    file: 'chat-text',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: '**Holiday Name: "World Kindness Day of Sharing"**\n\n**Date:** The third Saturday in October',
      end: 'Would you celebrate it? What would you share? 😊',
    },
    citations: [],
    searches: null,
    searched: false,
    model: 'mistral-small-latest',
    usage: { inputTokens: 13, outputTokens: 434 },
    unknownItems: 0,
  },
  {
    file: 'batch-1-create',
    outcome: 'failed',
    errorCode: 'unreadable',
    failure: { kind: 'garbled', code: 'unreadable' },
    tries: 2,
  },
  {
    file: 'batch-2-done',
    outcome: 'ok',
    finish: 'complete',
    text: { full: '4' },
    citations: [],
    searches: null,
    searched: false,
    model: 'mistral-small-latest',
    usage: { inputTokens: 27, outputTokens: 2 },
    unknownItems: 0,
  },
  {
    file: 'error-401',
    outcome: 'failed',
    finish: 'error',
    errorCode: 'invalid_key',
    failure: { kind: 'stop', code: 'invalid_key', retryAfterMs: null },
    tries: 1,
  },
]
