import type { Expected } from './expected.test-support.ts'

/** What the recordings of `google-ai-mode` must become, written from reading the files. SerpApi is paid by plan. */

const plan = { usd: null, basis: 'plan' } as const
const told = { searches: null, model: null, unknownItems: 0, errorCode: null, failure: null, tries: 1 } as const

/** Delhi: a table and all three reference links of another kind: bare, with srsltid, translated. */
const underTwoThousand: Expected = {
  file: 'serpapi-ai-mode-under-2000',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    full:
      '2000 rupaye ke andar sabse acche aur bharosemand whey protein options me se FUELONE Impact Whey Protein Blend aur ' +
      'Atoms/As-It-Is ke budget variants sabse behtareen maane jaate hain.\n\n' +
      'Agar aapka budget 2000 rupaye tak ka hai, toh aapko aam taur par 1kg ki packing me whey protein blend ya ' +
      'concentrate milta hai. Niche kuch top budget options diye gaye hain jo quality aur price ke lihaz se acche hain:\n\n' +
      '- FUELONE Impact Whey Protein Blend (1kg): Iski keemat lagbhag ₹1,400 se ₹1,600 ke beech hoti hai. Isme prati ' +
      'scoop lagbhag 23g protein aur acchi matra me BCAA milta hai, jo budget users ke liye ek accha विकल्प hai.\n' +
      '- Atom Power Protein / Beginners Whey: Ye bhi ₹1,600 se ₹1,800 ki range me mil jata hai aur beginners ke liye ek ' +
      'sasta aur prabhavi vikalp hai.\n' +
      '- As-It-Is Nutrition Whey Protein Concentrate: Kai baar sales ya discounts ke dauran unflavoured 1kg pack is ' +
      'range ke aas-paas mil jata hai, jo ki lab-tested aur pure hota hai.\n\n' +
      '### Budget Whey Protein Ki Tulna\n\n' +
      '| Utpad (Product) | Anumanit Keemat (1kg) | Prati Scoop Protein | Visheshata (Key Feature) |\n' +
      '| --- | --- | --- | --- |\n' +
      '| FuelOne Impact Blend | ₹1,400 - ₹1,600 | 23 grams | Budget-friendly, accha BCAA profile |\n' +
      '| Atom Power Whey | ₹1,600 - ₹1,800 | 20-22 grams | Beginners ke liye uchit |\n\n' +
      'Agar aap batana chahein ki aapka primary goal kya hai (jaise muscle building ya weight loss) aur kya aapko ' +
      'flavoured ya unflavoured protein chahiye, toh main aapko aur bhi sahi sujhav de sakta hoon.',
  },
  citations: [
    {
      url: 'https://www.amazon.in/whey-protein-under-2000/s?k=whey+protein+under+2000',
      domain: 'amazon.in',
      title: 'Whey Protein Under 2000',
      count: 3,
      slices: [
        '2000 rupaye ke andar sabse acche aur bharosemand whey protein options me se FUELONE Impact Whey Protein Blend aur ' +
          'Atoms/As-It-Is ke budget variants sabse behtareen maane jaate hain.',
        'Agar aapka budget 2000 rupaye tak ka hai, toh aapko aam taur par 1kg ki packing me whey protein blend ya ' +
          'concentrate milta hai. Niche kuch top budget options diye gaye hain jo quality aur price ke lihaz se acche hain:',
        'FUELONE Impact Whey Protein Blend (1kg): Iski keemat lagbhag ₹1,400 se ₹1,600 ke beech hoti hai. Isme prati scoop ' +
          'lagbhag 23g protein aur acchi matra me BCAA milta hai, jo budget users ke liye ek accha विकल्प hai.',
      ],
    },
    {
      url: 'https://hyugalife.com/product-category/best-whey-protein-under-2000',
      title: 'Buy Best Whey Protein Under 2000 at Lowest Prices - HyugaLife',
      isResolved: true,
      count: 2,
      slices: [
        '2000 rupaye ke andar sabse acche aur bharosemand whey protein options me se FUELONE Impact Whey Protein Blend aur ' +
          'Atoms/As-It-Is ke budget variants sabse behtareen maane jaate hain.',
        'As-It-Is Nutrition Whey Protein Concentrate: Kai baar sales ya discounts ke dauran unflavoured 1kg pack is range ' +
          'ke aas-paas mil jata hai, jo ki lab-tested aur pure hota hai.',
      ],
    },
    {
      url: 'https://valuelens.in/best-whey-protein-under-2000-india',
      domain: 'valuelens.in',
      isResolved: true,
      count: 1,
    },
  ],
  listed: [],
  searched: true,
  cost: plan,
  location: 'Delhi,India',
  request: {
    question: {
      text: '2000 ke andar sabse accha whey protein kaun sa hai',
      locale: { country: 'IN', language: 'en' },
    },
    same: ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl', 'query.no_cache'],
    differs: { 'query.location': 'India' },
  },
}

/** Mumbai: no references at all; the pages stand in the words of five items. */
const noReferences: Expected = {
  file: 'serpapi-ai-mode-no-references',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    start: 'When starting your fitness journey, choosing a whey protein comes down to digestibility (avoiding bloating',
    has: [
      "\n\n### 1. MuscleBlaze Biozyme Performance Whey / Beginner’s Whey\n\n- Why it's great for beginners: MuscleBlaze is",
      '\n- Check out details on the MuscleBlaze Official Website.\n\n### 2. Optimum Nutrition (ON) Gold Standard 100% Whey\n\n',
      '\n\nTo help narrow this down, let me know:\n\n- What is your monthly budget?\n',
    ],
    lacks: ['https://', '\\'],
    end: '\n- What is your primary fitness goal (weight loss, muscle gain, or general fitness)?',
  },
  citations: [
    {
      url: 'https://www.muscleblaze.com/sv/muscleblaze-100-whey-protein-supplement-powder-with-digestive-enzyme/SP-33626',
      domain: 'muscleblaze.com',
      title: null,
      count: 1,
      slices: ['Check out details on the MuscleBlaze Official Website.'],
    },
    {
      url: 'https://www.healthkart.com/connect/top-5-indian-raw-whey-protein-brands-2021/',
      slices: ['Explore options via HealthKart.'],
    },
    {
      url: 'https://www.healthkart.com/best-sellers/soy-proteins?navKey=SCT-snt-pt-sp&brands=3966',
      slices: ['Find listings on HealthKart.'],
    },
    {
      url: 'https://www.1mg.com/otc/as-it-is-nutrition-atom-beginners-whey-protein-powder-choco-hazel-fusion-otc812359',
      domain: '1mg.com',
      slices: ['Check out product specs on 1mg.'],
    },
    {
      url: 'https://www.healthkart.com/',
      slices: [
        'Buy Certified: Always verify that the brand is certified by independent bodies like Trustified or Labdoor, or ' +
          'purchase directly from trusted platforms like HealthKart to avoid counterfeit products.',
      ],
    },
  ],
  listed: [],
  searched: true,
  cost: plan,
  location: 'Mumbai,Maharashtra,India',
  request: {
    question: { text: 'best whey protein for beginners in India', locale: { country: 'IN', language: 'en' } },
    same: ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl'],
    differs: { 'query.location': 'India', 'query.no_cache': 'true' },
  },
}

/** The vendor's sample, glued from several answers: every kind of element. The first one's Markdown is a picture. */
const sample: Expected = {
  file: 'dataforseo-ai-mode-what-is',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    full:
      'The BMW M4 F82 is a high-performance coupe known for its aggressive styling and powerful engine. Key specs include ' +
      'a 3.0-liter twin-turbo inline-six engine producing 425 hp (or 444 hp with the Competition Package), a 6-speed ' +
      'manual or 7-speed M DCT transmission, and rear-wheel drive.\n\n' +
      '### Step 4\n\n' +
      'Calculate Springfield Division sales for Quarter 2\n\n' +
      '- Springfield Division sales in Quarter 1 are $1,500,000.\n' +
      '- Growth rate is 3%.\n' +
      '- Sales in Quarter 2 are $1,545,000.\n\n' +
      '| Aspect | Sanity Testing | Regression Testing |\n' +
      '|---|---|---|\n' +
      '| **Scope** | Narrow and focused | Broad and thorough |\n' +
      '| **Depth** | Surface-level | Deep testing |\n' +
      '| **Objective** | Quick validation | Detect regressions |',
  },
  citations: [
    {
      url: 'https://www.autoevolution.com/cars/bmw-m4-f82-2014.html',
      domain: 'autoevolution.com',
      title: 'BMW M4 Coupe (F82) (2014-2020) Photos, engines & full specs',
      count: 1,
      slices: [
        'The BMW M4 F82 is a high-performance coupe known for its aggressive styling and powerful engine. Key specs include ' +
          'a 3.0-liter twin-turbo inline-six engine producing 425 hp (or 444 hp with the Competition Package), a 6-speed ' +
          'manual or 7-speed M DCT transmission, and rear-wheel drive.',
      ],
    },
    { url: 'https://www.pistonheads.com/news/ph-driven/2014-bmw-m3-and-m4-f80-f82--review/29973', count: 1 },
    { url: 'https://www.bankrate.com/home-equity/heloc-rates/', title: 'according to Bankrate', count: 1 },
  ],
  // The video beside the answer.
  listed: ['https://www.youtube.com/watch?v=HmyTDeZMgFA&t=684'],
  searched: true,
  cost: { usd: 0.008, basis: 'reported' },
  location: 'United States',
  request: {
    question: { text: 'what is google ai mode', locale: { country: 'US', language: 'en' } },
    same: ['method', 'path', 'body.0.keyword', 'body.0.location_code', 'body.0.language_code', 'headers.authorization'],
  },
}

export const expectedGoogleAiMode: Expected[] = [underTwoThousand, noReferences, sample]
