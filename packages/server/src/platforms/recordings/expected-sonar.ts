import type { Expected } from './expected.test-support.ts'

/** The old Sonar form of perplexity/, and Sonar through OpenRouter. It never tells its searches. */

const wikipediaRuby = 'https://en.wikipedia.org/wiki/Ruby_(programming_language)'
const geeks = 'https://www.geeksforgeeks.org/ruby/ruby-programming-language/'
const oracle = 'https://www.oracle.com/developer/what-is-ruby-for-developers/'
const rubyLang = 'https://www.ruby-lang.org/en/'

export const expectedSonar: Expected[] = [
  {
    file: 'sonar-citations-population',
    outcome: 'ok',
    text: {
      start: "The most recent estimates for San Francisco's city population (as of 2024-2026) range from",
      end: 'For the latest official data, check U.S. Census Bureau updates beyond 2024.',
      has: ['from authoritative U.S. data sources.\n\nRecent figures include:\n- 827,526'],
      // 952 less 13 markers of three signs
      length: 913,
    },
    citations: [
      {
        url: 'https://en.wikipedia.org/wiki/San_Francisco',
        domain: 'en.wikipedia.org',
        title: null,
        count: 3,
        slices: [
          "The most recent estimates for San Francisco's city population (as of 2024-2026) range from **803,000 to 893,000**, with a consensus around **827,000-844,000** from authoritative U.S. data sources.",
          '827,526 (2024 estimate, consistent across Wikipedia, California Demographics, and FRED/St. Louis Fed data).',
          'These reflect post-2020 Census trends (873,965 in 2020), with population declining due to factors like high costs and migration, though some sources project modest metro-area growth to 3.3-4.7 million.',
        ],
      },
      { url: 'https://www.california-demographics.com/cities_by_population', count: 2 },
      { url: 'https://fred.stlouisfed.org/series/CASANF0POP', count: 3 },
      {
        url: 'https://worldpopulationreview.com/us-counties/california/san-francisco-county',
        count: 2,
      },
      {
        url: 'https://worldpopulationreview.com/us-cities/california/san-francisco',
        slices: ['803,876 (2026 city projection, noting a -1.45% annual decline).'],
      },
      {
        url: 'https://populationstat.com/united-states/san-francisco',
        count: 2,
      },
    ],
    listed: [
      'https://wfin.com/fox-sports/pat-mcafee-says-san-francisco-wasnt-the-s-hole-he-thought-it-may-be-during-super-bowl-week/',
    ],
    searches: null,
    searched: true,
    model: 'sonar',
    usage: { inputTokens: 10, outputTokens: 251, searches: null },
    cost: { usd: null, basis: null },
  },
  {
    file: 'sonar-citations-population-stream',
    outcome: 'ok',
    // Shortened by its recorder to the first five and the last three chunks.
    text: { full: 'The current population of **' },
    citations: [
      { url: 'https://en.wikipedia.org/wiki/San_Francisco', slices: ['The current population of **'] },
      { url: 'https://fred.stlouisfed.org/graph/?g=4K5j', slices: ['The current population of **'] },
    ],
    listed: 5,
    usage: { inputTokens: 10, outputTokens: 336 },
  },
  {
    file: 'sonar-citations-holiday',
    outcome: 'ok',
    text: {
      start: '**EcoVista Day** is a new annual holiday celebrated on the first Saturday of October',
      end: 'using affordable, repurposable items to make festivity accessible and forward-thinking.',
      lacks: ['[1]', '[5]'],
    },
    citations: [
      {
        url: 'https://www.modernchristmastrees.com/innovative-approaches-holiday-decor-modern-interior-design/',
        count: 4,
      },
      { url: 'https://camillestyles.com/design/modern-christmas-decorating-ideas/', count: 3 },
      {
        url: 'https://www.elledecor.com/design-decorate/interior-designers/advice/g2833/christmas-decorating-ideas/',
        count: 3,
      },
      {
        url: 'https://www.youtube.com/watch?v=GVxMMHAwzIU',
        domain: 'youtube.com',
        slices: [
          'Families host "vista stations" where guests add personal touches, like tying velvet bows or stacking book-tree alternatives, fostering shared creativity.',
        ],
      },
      {
        url: 'https://www.jjonesdesignco.com/blogs/modern-industrial-christmas-decor-joshuas-must-have-holiday-picks',
        count: 1,
      },
    ],
    listed: ['https://www.bhsusa.com/blog/5-decorations-for-a-mid-century-modern-inspired-holiday'],
  },
  {
    file: 'sonar-ruby-language',
    outcome: 'ok',
    text: {
      start: '**Ruby** is a **general-purpose, interpreted, dynamically typed programming language**',
      end: 'almost like plain English.',
    },
    citations: [
      { url: wikipediaRuby, title: 'Ruby (programming language) - Wikipedia', count: 3 },
      { url: oracle, title: 'What is Ruby? - Oracle', count: 4 },
      {
        url: rubyLang,
        count: 2,
        slices: [
          '**Ruby** is a **general-purpose, interpreted, dynamically typed programming language** designed with a strong emphasis on **simplicity, readability, and developer productivity**.',
          'A key idea behind Ruby is that its syntax should feel **natural and intuitive**, almost like plain English.',
        ],
      },
      { url: geeks, count: 1 },
    ],
    listed: ['https://dev.to/kopylov_vlad/why-i-love-ruby-44g9', 'https://www.youtube.com/watch?v=UYm0kfnRTJk'],
    usage: { inputTokens: 8, outputTokens: 178 },
    cost: { usd: 0.00519, basis: 'reported' },
  },
  {
    file: 'sonar-ruby-language-stream',
    outcome: 'ok',
    finish: 'complete',
    // The chunks were thinned out by the recorder, but the last one repeats the whole message.
    text: {
      start: 'Ruby is a **general-purpose, interpreted, object-oriented programming language** known for its',
      end: 'with syntax that often reads like plain English.',
    },
    citations: [
      { url: wikipediaRuby, count: 4 },
      { url: rubyLang, count: 3 },
      {
        url: 'https://auth0.com/blog/a-brief-history-of-ruby/',
        title: 'A Brief History of Ruby - Auth0',
        slices: ['It was created by **Yukihiro “Matz” Matsumoto** in Japan in the **mid-1990s**.'],
      },
      { url: geeks, count: 1 },
      { url: oracle, count: 2 },
    ],
    listed: ['https://dev.to/kopylov_vlad/why-i-love-ruby-44g9', 'https://www.youtube.com/watch?v=UYm0kfnRTJk'],
    usage: { inputTokens: 8, outputTokens: 213 },
    cost: { usd: 0.00522, basis: 'reported' },
  },
  {
    file: 'sonar-basic-raw',
    outcome: 'ok',
    text: { full: 'The capital of **France** is **Paris**.' },
    citations: [
      { url: 'https://www.britannica.com/place/France', slices: ['The capital of **France** is **Paris**.'] },
      {
        url: 'https://study.com/academy/lesson/facts-about-france-location-population-history.html',
        slices: ['The capital of **France** is **Paris**.'],
      },
    ],
    listed: 4,
    cost: { usd: 0.00502, basis: 'reported' },
  },
  {
    file: 'sonar-basic-arithmetic',
    outcome: 'ok',
    text: { full: '**2 + 2 = 4**.' },
    citations: [
      {
        url: 'https://www.youtube.com/watch?v=u8RANXbnxPk',
        title: "what's 2 + 2 - YouTube",
        slices: ['**2 + 2 = 4**.'],
      },
    ],
    listed: 3,
  },
  {
    file: 'sonar-license-text',
    outcome: 'ok',
    text: {
      start: 'This file is the **Ruby license**: it says Ruby is copyrighted free software',
      end: 'with no warranty of merchantability or fitness for a particular purpose',
      // 812 less six markers of three signs
      length: 794,
    },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/about/license.txt',
        title: 'license.txt - Ruby',
        count: 6,
        slices: [
          'This file is the **Ruby license**: it says Ruby is copyrighted free software by **Yukihiro Matsumoto** and can be redistributed or modified under either the **2-clause BSD license** or the additional terms listed in the file.',
          'copy the source code verbatim if you keep the copyright notices and disclaimers',
          'modify the software, as long as you follow at least one listed condition for source or binary distribution',
          'include parts of Ruby in other software, including commercial software, with some exceptions for files listed in **LEGAL**',
          'treat generated scripts/library files as belonging to whoever created them, not automatically to Ruby’s copyright',
          'use the software *as is*, with no warranty of merchantability or fitness for a particular purpose',
        ],
      },
    ],
    listed: 7,
    cost: { usd: 0.00571, basis: 'reported' },
  },
  {
    file: 'sonar-short-text',
    outcome: 'ok',
    text: { full: 'The file contains the plain text **“Ruby is the best.”**' },
    citations: [],
    listed: 7,
    searched: true,
  },
  {
    file: 'sonar-pro-document',
    outcome: 'ok',
    text: { full: 'BLUE-LANTERN-42' },
    citations: [],
    // Seven citations; the eighth result is the document itself, without an address.
    listed: 7,
    model: 'sonar-pro',
    cost: { usd: 0.00614, basis: 'reported' },
  },
  {
    file: 'sonar-json-schema',
    outcome: 'ok',
    text: { full: '{"result":8}' },
    citations: [],
    listed: 20,
    usage: { inputTokens: 20, outputTokens: 5 },
  },
  {
    file: 'sonar-reasoning-pro-think-tags',
    outcome: 'ok',
    // The recording holds no <think> block any more; our own fixture in platforms/perplexity.test.ts has one.
    text: {
      start: 'You ask the mirror: **“Will the answer you are about to give to this question be ‘no’?”**',
      end: 'and showing your future) to obey its own rules.',
      length: 2040,
      lacks: ['<think'],
    },
    citations: [],
    listed: 5,
    model: 'sonar-reasoning-pro',
    cost: { usd: 0.00995, basis: 'reported' },
  },
  {
    file: 'openrouter-sonar',
    outcome: 'ok',
    text: {
      start: '**Ruby** is a high-level, interpreted, dynamically typed, object-oriented programming language',
      end: 'If you want, I can also explain how Ruby compares with Python or JavaScript.',
      lacks: ['[1]', '[8]'],
    },
    // All annotations are placed at 0–0; the markers count through them.
    citations: [
      { url: wikipediaRuby, count: 3 },
      { url: rubyLang, title: 'Ruby Programming Language', count: 5 },
      {
        url: 'https://www.ruby-lang.org/en/about/',
        count: 4,
        slices: [
          '**Ruby** is a high-level, interpreted, dynamically typed, object-oriented programming language designed for simplicity and programmer productivity.',
          'It was created in Japan by Yukihiro “Matz” Matsumoto in the mid-1990s, and it is known for a clean, natural-language-like syntax and the idea that *everything is an object*.',
          '**Readable syntax** that aims to feel intuitive and concise.',
          '**Multi-paradigm support**, including object-oriented, procedural, and functional styles.',
        ],
      },
      { url: oracle, count: 2 },
      { url: geeks, count: 2 },
      { url: 'https://www.britannica.com/technology/Ruby-programming-language', title: 'Mruby', count: 1 },
    ],
    listed: [
      'https://www.geeksforgeeks.org/ruby/ruby-programming-language-introduction/',
      'https://www.pluralsight.com/resources/blog/cloud/what-is-the-ruby-programming-language',
      'https://github.com/ruby/ruby',
      'https://www.youtube.com/watch?v=UYm0kfnRTJk',
    ],
    model: 'perplexity/sonar',
    usage: { inputTokens: 7, outputTokens: 236, searches: null },
    cost: { usd: 0.00524, basis: 'reported' },
  },
]
