import type { Expected } from './expected.test-support.ts'
import { expectedFollowUps } from './expected-google-aio-followups.ts'
import { expectedWithoutOverview } from './expected-google-aio-none.ts'

/** What the recordings of `google-aio` must become, written from reading the files. SerpApi is paid by plan. */

const plan = { usd: null, basis: 'plan' } as const
const told = { searches: null, model: null, unknownItems: 0 } as const
const asked = ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl']
const india = { 'query.location': 'India', 'query.no_cache': 'true', 'query.google_domain': 'google.com' }
const flavorCatalyst = 'https://www.flavorcatalyst.com/insights/top-10-whey-protein-brands-in-india/'

/** Mumbai, English: the overview stands in the page. References 0–8 are pointed at, 9–22 are product cards. */
const inlineWhey: Expected = {
  file: 'serpapi-inline-whey-protein-mumbai',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    full:
      "The best beginner-friendly option in India is MuscleBlaze Beginner's Protein Powder, which is specially " +
      'designed for entry-level gym-goers with added digestive enzymes for easy absorption.\n\n' +
      'Definition: Whey protein is a natural byproduct of milk that supplies fast-digesting amino acids to help ' +
      'repair muscles after a workout.\n\n' +
      '### Top Whey Proteins for Beginners in India\n\n' +
      "- MuscleBlaze Beginner's Protein\n" +
      '  - Protein per scoop: ~22g–25g\n' +
      '  - Best for: First-time users who want a smooth, tailored entry-level formula.\n' +
      '- Optimum Nutrition (ON) Gold Standard 100% Whey\n' +
      '  - Protein per scoop: 24g\n' +
      '  - Best for: A globally trusted, high-quality option that mixes easily and tastes great.\n' +
      '- AS-IT-IS Nutrition Whey Protein Concentrate 80%\n' +
      '  - Protein per scoop: 24g (per 30g scoop)\n' +
      '  - Best for: Budget-conscious buyers who prefer pure, unflavoured, and additive-free powder.\n' +
      '- Nakpro Impact Whey Protein\n' +
      '  - Protein per scoop: 24g\n' +
      '  - Best for: Students and beginners looking for an affordable daily supplement.\n\n' +
      '### Quick Tips for Beginners\n\n' +
      '- Start slow: Take half a scoop for the first few days to let your stomach adjust.\n' +
      '- Dosage: Stick to one scoop (about 25g of protein) per day.\n' +
      '- Mix it: Blend the powder with plain water or milk right after your workout.\n\n' +
      "If you'd like to narrow down the choice, please tell me:\n\n" +
      '- What is your monthly budget?\n' +
      '- Do you prefer flavoured (like chocolate or mango) or unflavoured powder?\n' +
      '- Do you have any lactose sensitivity or digestive issues with dairy?',
  },
  citations: [
    {
      // Reference 0 and the link in the first sentence are one page.
      url: 'https://www.muscleblaze.com/categories/proteins/beginners-whey-proteins?navKey=CL-5694',
      domain: 'muscleblaze.com',
      title: 'Best Whey Proteins for Beginners online at MuscleBlaze',
      isResolved: true,
      count: 2,
      slices: [
        "The best beginner-friendly option in India is MuscleBlaze Beginner's Protein Powder, which is specially " +
          'designed for entry-level gym-goers with added digestive enzymes for easy absorption.',
        "MuscleBlaze Beginner's Protein\n  - Protein per scoop: ~22g–25g\n  - Best for: First-time users who want a " +
          'smooth, tailored entry-level formula.',
      ],
    },
    {
      url: 'https://reformulate.in/blogs/blogs/best-whey-protein-for-beginners-in-india',
      domain: 'reformulate.in',
      count: 2,
    },
    {
      url: 'https://bornathlete.in/blog/best-whey-protein-for-beginners-in-india-what-trainers-recommend-in-2026',
      title: 'Best Whey Protein for Beginners in India – What Trainers Recommend',
      count: 3,
    },
    {
      url: 'https://asitisnutrition.com/collections/best-whey-protein-in-india',
      count: 1,
      slices: [
        'Definition: Whey protein is a natural byproduct of milk that supplies fast-digesting amino acids to help ' +
          'repair muscles after a workout.',
      ],
    },
    {
      // Points at the list as a whole, which begins before the items.
      url: 'https://www.flavorcatalyst.com/insights/top-10-whey-protein-brands-in-india/',
      count: 1,
    },
    {
      url: 'https://www.healthkart.com/whey-protein-for-beginners?navKey=SCT-ptn-why-bgnr',
      title: 'Whey Protein for Beginners in India at Best Price - HealthKart',
      slices: [
        'Optimum Nutrition (ON) Gold Standard 100% Whey\n  - Protein per scoop: 24g\n  - Best for: A globally trusted, ' +
          'high-quality option that mixes easily and tastes great.',
      ],
    },
    {
      // Pointed at by an item and by its list: the item wins (N11).
      url: 'https://nutrabay.com/product-category/bodybuilding/proteins/whey-proteins/',
      count: 1,
      slices: [
        'AS-IT-IS Nutrition Whey Protein Concentrate 80%\n  - Protein per scoop: 24g (per 30g scoop)\n  - Best for: ' +
          'Budget-conscious buyers who prefer pure, unflavoured, and additive-free powder.',
      ],
    },
    { url: 'https://beastlife.in/collections/best-whey-protein-for-beginners', count: 1 },
    {
      url: 'https://podnutrition.in/blogs/learn/best-protein-powder-for-beginners-india',
      slices: [
        '- Start slow: Take half a scoop for the first few days to let your stomach adjust.\n' +
          '- Dosage: Stick to one scoop (about 25g of protein) per day.\n' +
          '- Mix it: Blend the powder with plain water or milk right after your workout.',
      ],
    },
  ],
  listed: [
    'https://www.instagram.com/reel/DJbZOmrvMwG/',
    'https://blinkit.com/prn/as-it-is-one-whey-protein-concentrate-(unflavoured)/prid/554175',
    'https://www.ubuy.co.in/product/7H4U5Y-optimum-nutrition-gold-standard-100-whey-protein-powder-vanilla-ice-cream-5-pound-packaging-may-vary',
    'https://www.healthmug.com/product/bigmuscles-nutrition-premium-gold-whey-protein-isolate-and-concentrate-strawberry-1kg/83462658',
    'https://www.healthkart.com/sv/muscleblaze-biozyme-iso-zero-powder/SP-101402?navKey=VRNT-191302',
    'https://www.healthkart.com/best-sellers/whey-protein-isolate?navKey=SCT-nut-pro-iso&brands=1830',
    'https://www.youtube.com/watch?v=f3c2i4cIv1Y',
    'https://www.healthkart.com/sv/muscletech-performance-series-nitrotech-ripped/SP-41103',
    'https://hyugalife.com/product/nakpro-impact-whey-protein-1kg-isolate-concentrate-24g-protein-4-9g-bcaa-hyuga-micronized-creatine-monohydrate-100g-33-servings-unflavored-supports-strength-power-lean-muscle-mass',
    'https://www.instagram.com/reel/DXouGlTKUS6/',
    'https://pharmeasy.in/health-care/products/fuel-one-whey-protein-max-pouch-pack-whey-protein-concentrate-whey-protein-isolate-mango-1-kg--4151804',
    'https://www.ubuy.co.in/product/XZ38M452-universal-nutrition-animal-whey-chocolate-4-lbs',
    'https://healthfarmnutrition.com/products/healthfarm-iso-pro-zero-100-whey',
    'https://www.guardian.in/collections/gnc-amp-pure-isolate',
  ],
  searched: true,
  cost: plan,
  location: 'Mumbai,Maharashtra,India',
  errorCode: null,
  failure: null,
  tries: 1,
  request: {
    question: { text: 'best whey protein for beginners in India', locale: { country: 'IN', language: 'en' } },
    same: asked,
    differs: india,
  },
}

/** Delhi, Hindi: the page holds a token only. Items and their lists point at pages; all links are translated ones. */
const deferred: Expected = {
  file: 'serpapi-deferred-1-page-token',
  // oxlint-disable-next-line unicorn/no-thenable -- a list of files, never awaited
  then: ['serpapi-deferred-2-followup'],
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    start:
      'भारत में शुरुआती लोगों के लिए सबसे अच्छा व्हे प्रोटीन Optimum Nutrition (ON) Gold Standard 100% Whey और MuscleBlaze ' +
      'Biozyme Whey माने जाते हैं।\n\nशुरुआती लोगों के लिए ये विकल्प सबसे अच्छे क्यों हैं, इसकी पूरी जानकारी नीचे दी गई है:\n\n' +
      '### शीर्ष विकल्प (Top Picks)\n\n- Optimum Nutrition Gold Standard 100% Whey: यह दुनिया भर में',
    end: '(Muscle Gain) , तो मैं आपके लिए एकदम सही प्रोडक्ट चुन सकता हूँ।',
    has: ['\n- AS-IT-IS Nutrition Whey Protein: यदि आप कम बजट में', '\n\n### शुरुआती लोगों के लिए ध्यान रखने योग्य बातें\n\n- '],
  },
  citations: [
    {
      url: flavorCatalyst,
      domain: 'flavorcatalyst.com',
      title: 'Top 10 Whey Protein Brands In India 2026 - Flavor Catalystz',
      isResolved: true,
      count: 3,
      slices: [
        'भारत में शुरुआती लोगों के लिए सबसे अच्छा व्हे प्रोटीन Optimum Nutrition (ON) Gold Standard 100% Whey और MuscleBlaze ' +
          'Biozyme Whey माने जाते हैं।',
        'MuscleBlaze Biozyme Whey: यह भारतीय ब्रांड विशेष रूप से भारतीयों के पाचन तंत्र को ध्यान में रखकर बनाया गया है। इसमें ' +
          "'इन्हांस्ड एब्जॉर्प्शन फॉर्मूला' (EAF) है, जिससे पेट फूलने की समस्या नहीं होती और प्रोटीन पूरी तरह पचता है।",
        'व्हे प्रोटीन कॉन्सेंट्रेट (Concentrate) या ब्लेंड (Blend) शुरुआती इस्तेमाल के लिए सबसे अच्छे होते हैं क्योंकि ये ' +
          'किफायती और प्रभावी दोनों हैं।',
      ],
    },
    {
      url: 'https://2xnutrition.com/blogs/articles/comparing-10-best-whey-proteins-in-india-2025-edition',
      domain: '2xnutrition.com',
      count: 1,
      slices: [
        'Optimum Nutrition Gold Standard 100% Whey: यह दुनिया भर में सबसे लोकप्रिय और भरोसेमंद ब्रांड है। इसमें उच्च गुणवत्ता ' +
          'वाला व्हे प्रोटीन ब्लेड और आइसोलेट मिलता है, जो पचने में आसान होता है और मांसपेशियों की रिकवरी तेजी से करता है।',
      ],
    },
    { url: 'https://wellbeingnutrition.com/blogs/skin-beauty/how-long-for-whey-protein-isolate-results', count: 1 },
  ],
  listed: [],
  searched: true,
  cost: plan,
  location: 'Delhi,India',
  failure: null,
  tries: 2,
  request: {
    question: {
      text: 'भारत में शुरुआती लोगों के लिए सबसे अच्छा व्हे प्रोटीन कौन सा है',
      locale: { country: 'IN', language: 'hi' },
    },
    same: asked,
    differs: india,
  },
}

const crm: Expected = {
  file: 'serpapi-inline-crm-excerpt',
  ...told,
  outcome: 'ok',
  text: {
    full:
      'The best CRM for small business is HubSpot CRM for free tools and inbound marketing, or Pipedrive for visual ' +
      'sales pipelines.\n\n' +
      '### Top CRM Options for Small Businesses\n\n' +
      '- HubSpot CRM: Best for startups and teams wanting a strong free-forever tier (supports two users) with easy ' +
      'scaling into marketing and service hubs.\n' +
      '- Pipedrive: Best for sales-focused teams that need an intuitive, visual drag-and-drop pipeline to track deals fast.\n' +
      '- Zoho CRM: Best for budget-conscious teams wanting deep customization, an all-in-one ecosystem, and a free tier ' +
      'for up to three users.',
  },
  citations: [],
  // Two entries of one page, the first without a title.
  listed: ['https://www.uschamber.com/co/start/strategy/low-cost-crm-tools'],
  searched: true,
  cost: plan,
  location: null,
  request: {
    question: { text: 'best crm for small business', locale: { country: 'US', language: 'en' } },
    same: asked,
    differs: { 'query.location': 'United States', 'query.no_cache': 'true' },
  },
}

export const expectedGoogleAio: Expected[] = [
  inlineWhey,
  deferred,
  ...expectedFollowUps,
  crm,
  ...expectedWithoutOverview,
]
