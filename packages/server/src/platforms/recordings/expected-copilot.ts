import type { Expected } from './expected.test-support.ts'

/** What the recordings of `bing-copilot` must become, written from reading the files. SerpApi is paid by plan. */

const told = {
  outcome: 'ok',
  finish: 'complete',
  searches: null,
  searched: true,
  model: null,
  location: null,
  cost: { usd: null, basis: 'plan' },
  unknownItems: 0,
  errorCode: null,
  failure: null,
  tries: 1,
} as const

/** Labels go where the item has a reference (" 1") or a source is named before a stranded comma (" HealthKart ,"). */
const beginners: Expected = {
  file: 'serpapi-copilot-whey-beginners',
  ...told,
  text: {
    start:
      'MuscleBlaze Beginner’s Whey Protein and Nutrabay Gold Vital Whey are the strongest beginner‑friendly choices in ' +
      'India, offering simple formulas, easy digestion, and reliable quality for first‑time users.\n\n' +
      'If you’re new to whey, the best options are those with moderate protein per scoop, good digestion support, and ' +
      'clean labels—features highlighted across the supplied rankings and beginner guides.\n\n' +
      '### ✅ Top Beginner-Friendly Whey Proteins in India\n\n' +
      'These options are specifically recommended for beginners based on digestibility, simplicity, and value.\n\n' +
      '#### 1. MuscleBlaze Beginner’s Whey Protein\n\n' +
      '- 12g protein per serving\n' +
      '- Zero added sugar and enriched with vitamins\n' +
      '- Designed for new users who don’t need high protein doses yet\n',
    has: [
      '#### 4. Asitis Nutrition ATOM Beginners Whey\n\n- 25g protein per serving with 5.7g BCAAs\n- Labdoor USA certified',
      '| Product | Protein per Serving | Digestive Enzymes | Additives | Best For |\n| --- | --- | --- | --- | --- |\n' +
        // Cells have no references of their own: a number there may be a name's (N2).
        '| MuscleBlaze Beginner’s Whey 1 | 12g | No | Vitamins, no sugar | First-time users needing mild protein |\n',
      'The expert-ranked list from HealthKart also shows that MuscleBlaze Biozyme Whey is the top overall whey in India, ' +
        'but it is not beginner-specific—it’s better for regular gym-goers.',
    ],
    lacks: ['per serving 1', 'vitamins 1\n', 'HealthKart ,', 'India HealthKart'],
    end: 'Would you like recommendations based on budget, weight loss, or muscle gain goals?',
  },
  citations: [
    {
      url: 'https://www.fitsimplylife.com/2026/05/best-whey-protein-beginners-india.html',
      domain: 'fitsimplylife.com',
      title: 'Best Whey Protein for Beginners in India — Complete Guide',
      isResolved: true,
      count: 7,
      slices: [
        '12g protein per serving',
        'Zero added sugar and enriched with vitamins',
        'Balanced protein + carbs for lean muscle gain',
        'Includes digestive enzymes for better absorption',
        '14.2g protein per serving',
        '25g protein per serving with 5.7g BCAAs',
        '26g protein per serving',
      ],
    },
    {
      // By its number, although the label in the prose names HealthKart.
      url: 'https://valuelens.in/best-beginner-whey-protein-india',
      count: 1,
      slices: [
        'The expert-ranked list from HealthKart also shows that MuscleBlaze Biozyme Whey is the top overall whey in India, ' +
          'but it is not beginner-specific—it’s better for regular gym-goers.',
      ],
    },
  ],
  listed: [
    'https://www.healthkart.com/connect/10-best-whey-protein-powders-in-india-2026-muscleblaze-truebasics-more-ranked/',
    'https://indiadeets.com/best-whey-protein-for-beginners-in-india/',
    'https://reformulate.in/blogs/blogs/best-whey-protein-for-beginners-in-india',
    'https://wellfitlife.in/blog/whey-protein-guide-beginners-india',
    'https://reviehub.in/best-whey-protein-for-beginners-india-2026-top-5-tested/',
    'http://www.gymbar.in/2026/06/best-whey-protein-for-beginners-in.html',
    'https://www.whey2much.in/blog/best-protein-powder-for-beginners-india',
    'https://psvlifestyle.com/best-whey-protein-beginners-india/',
    'https://readthisfirst.in/best/best-whey-protein-india/',
  ],
  request: {
    question: { text: 'best whey protein for beginners in India', locale: { country: 'IN', language: 'en' } },
    same: ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl', 'query.location'],
    differs: { 'query.no_cache': 'true' },
  },
}

const brands: Expected = {
  file: 'serpapi-copilot-whey-brands',
  ...told,
  text: {
    start:
      'The top whey protein brands in India in 2026—based on purity, third‑party testing, and label transparency—are ' +
      'TrueBasics Clean Whey, MuscleBlaze Biozyme Iso‑Zero, and The Whole Truth Raw Whey, with TrueBasics ranked the ' +
      'cleanest overall.\n\n' +
      'Quick Answer (1–3 sentences): If you want the cleanest and most verified whey, TrueBasics Clean Whey ranks #1 for ' +
      'its deep multi‑layer testing stack. For dual‑verified purity and spiking safety, MuscleBlaze Biozyme Iso‑Zero is ' +
      'the strongest pick. For a minimal‑ingredient, unflavoured option, The Whole Truth Raw Whey is the cleanest ' +
      'short‑label choice.\n\n' +
      '## ✅ Top Whey Protein Brands in India (Based on 2026 Rankings)\n\n' +
      '### 1. TrueBasics Clean Whey Protein — Cleanest & Most Tested\n\n' +
      '- Rank #1 in India for purity and testing depth\n' +
      '- HAP Safe + Trustified batch verification\n',
    has: [
      '\n\n### 7. MyProtein Impact Whey — Best Flavour Variety\n\n- Informed Choice + Informed Protein certified\n- Protein varies',
      '\n| AS‑IT‑IS ONE WPC | Best value + verified | Labdoor + Trustified 1 | 28g | Budget + purity |\n',
    ],
    lacks: ['HealthKart', 'testing depth 1', 'certified 1'],
    end: 'or should I help you choose between these top brands?',
  },
  citations: [
    {
      url: 'https://www.healthkart.com/connect/top-7-cleanest-whey-proteins-in-india-2026-ranked-by-purity-and-quality-social-proof/',
      domain: 'healthkart.com',
      title: 'Top 7 Cleanest Whey Proteins in India (2026): Ranked by Purity, Quality',
      count: 5,
      slices: [
        'Quick Answer (1–3 sentences): If you want the cleanest and most verified whey, TrueBasics Clean Whey ranks #1 for ' +
          'its deep multi‑layer testing stack. For dual‑verified purity and spiking safety, MuscleBlaze Biozyme Iso‑Zero is ' +
          'the strongest pick. For a minimal‑ingredient, unflavoured option, The Whole Truth Raw Whey is the cleanest ' +
          'short‑label choice.',
        'Rank #1 in India for purity and testing depth',
        'Trustified + Labdoor certified (rare dual verification)',
        'Only 3 ingredients; no sweeteners or fillers',
        'Dual Labdoor + Trustified certification',
      ],
    },
    {
      url: 'https://proteinpaisa.com/blog/best-whey-protein-india-2026/',
      count: 3,
      slices: [
        'Ranked #1 overall in a broader whey comparison',
        'Informed Choice certified',
        'Informed Choice + Informed Protein certified',
      ],
    },
  ],
  listed: [
    'https://the5xlnutrition.com/best-whey-protein-brand-india-definitive-guide-2026/',
    'https://lbb.in/all/best-protein-powder/',
    'https://denzournutrition.com/blogs/whey-blogs/best-whey-protein-in-india',
    'https://aboutfitness.in/top-best-whey-protein-brands-india/',
    'https://www.couponmoto.com/article/top-10-whey-protein-brands-in-india',
    'https://nutsutra.com/blog/best-whey-protein-in-india-2026-12-brands-tested-ranked',
    'https://reviehub.in/top-10-whey-protein-in-india-2026-expert-rankings/',
  ],
  request: {
    question: { text: 'best whey protein brands in india' },
    same: ['method', 'path', 'query.engine', 'query.q', 'query.no_cache'],
  },
}

export const expectedCopilot: Expected[] = [beginners, brands]
