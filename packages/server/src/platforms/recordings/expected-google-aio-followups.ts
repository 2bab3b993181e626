import type { Expected } from './expected.test-support.ts'

/** Follow-ups of deferred overviews kept without their first search, Delhi; written from reading the files. */

const plan = { usd: null, basis: 'plan' } as const
const told = { searches: null, model: null, unknownItems: 0 } as const
const flavorCatalyst = 'https://www.flavorcatalyst.com/insights/top-10-whey-protein-brands-in-india/'

const bestCompany: Expected = {
  file: 'serpapi-followup-best-company',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    start: 'भारत में Optimum Nutrition (ON) और MuscleBlaze सबसे अच्छे और सबसे भरोसेमंद व्हे प्रोटीन ब्रांड माने जाते हैं।\n\n',
    has: [
      '\n\n### 1. प्रीमियम और सबसे लोकप्रिय (Best Overall)\n\n- Optimum Nutrition (ON) Gold Standard 100% Whey: ',
      '\n\n### 3. क्लीन और शुगर-फ्री (Clean & Purity Focused)\n\n- TrueBasics Clean Whey: ',
    ],
    end: '\n- आपका फिटनेस गोल क्या है (वजन घटाना, मांसपेशियां बढ़ाना या सिर्फ फिटनेस)?',
  },
  citations: [
    {
      url: 'https://www.mensxp.com/hindi/health/bodybuilding/54339-best-and-top-whey-protein-powder-brands-in-india-in-hindi.html',
      domain: 'mensxp.com',
      title: 'Protein Powder for Men: 5 बेस्ट व्हे प्रोटीन पाउडर मसल्स बिल्ड',
      count: 2,
      slices: [
        'भारत में Optimum Nutrition (ON) और MuscleBlaze सबसे अच्छे और सबसे भरोसेमंद व्हे प्रोटीन ब्रांड माने जाते हैं।',
        'Optimum Nutrition (ON) Gold Standard 100% Whey: यह दुनिया और भारत में सबसे ज्यादा बिकने वाला और लोकप्रिय प्रोटीन है। ' +
          'इसकी एक स्कूप में लगभग 24g प्रोटीन मिलता है और यह पचने में भी आसान है ।',
      ],
    },
    {
      // Wrapped in a translation that carries srsltid itself; the page inside is clean.
      url: 'https://www.healthkart.com/connect/10-best-whey-protein-powders-in-india-2026-muscleblaze-truebasics-more-ranked/',
      domain: 'healthkart.com',
      count: 3,
    },
    { url: 'https://www.amazon.in/gp/bestsellers/hpc/11364606031', domain: 'amazon.in', count: 1 },
    { url: flavorCatalyst, count: 1 },
    {
      url: 'https://www.healthkart.com/connect/top-7-cleanest-whey-proteins-in-india-2026-ranked-by-purity-and-quality-social-proof/',
      count: 1,
      slices: [
        '- TrueBasics Clean Whey: बिना किसी अतिरिक्त चीनी या हानिकारक चीज़ों के शुद्धता के मामले में इसे बहुत अच्छी रैंकिंग मिली है।\n' +
          '- The Whole Truth (TWT): यह ब्रांड पूरी तरह से साफ (clean) और बिना किसी आर्टिफिशियल स्वीटन्ज़र के प्रोटीन देता है।',
      ],
    },
  ],
  listed: [],
  searched: true,
  cost: plan,
  location: null,
  tries: 1,
}

const proteinPowder: Expected = {
  file: 'serpapi-followup-protein-powder',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    start:
      'फ़िटनेस और मसल्स रिकवरी के लिए Optimum Nutrition Gold Standard 100% Whey और MuscleBlaze Biozyme Performance Whey',
    end: '\n- आपका बजट कितना है?\n\nमैं उसके हिसाब से आपके लिए एकदम सही प्रोटीन पाउडर चुन सकता हूँ।',
    has: ['\n- Nakpro / AS-IT-IS: यह बजट-फ्रेंडली और रॉ (Raw) व्हे प्रोटीन'],
  },
  citations: [
    { url: 'https://www.amazon.in/gp/bestsellers/hpc/11364606031', domain: 'amazon.in', count: 3 },
    {
      url: 'https://www.healthkart.com/connect/top-7-cleanest-whey-proteins-in-india-2026-ranked-by-purity-and-quality-social-proof/',
      // The list points at it too, which its items have said already.
      count: 3,
    },
    {
      // Points at the first list as a whole.
      url: 'https://nutritionsource.hsph.harvard.edu/what-should-you-eat/protein/',
      domain: 'nutritionsource.hsph.harvard.edu',
      count: 1,
    },
    {
      url: 'https://www.guardian.in/collections/whey-protein',
      count: 2,
      slices: [
        'व्हे प्रोटीन कंसंट्रेटर (Whey Concentrate): यह शुरुआती लोगों के लिए सबसे अच्छा और किफायती विकल्प है, जिसमें 70% से 80% तक ' +
          'प्रोटीन होता है।',
        'व्हे प्रोटीन आइसोलेट (Whey Isolate): यह प्रोटीन का सबसे शुद्ध रूप है जिसमें फैट और लैक्टोज बहुत कम होते हैं। जिन्हें दूध से ' +
          'पचने में दिक्कत होती है (Lactose Intolerant), उनके लिए यह बेस्ट है।',
      ],
    },
    { url: flavorCatalyst, count: 1 },
    { url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC3905294/', domain: 'pmc.ncbi.nlm.nih.gov', count: 1 },
    {
      url: 'https://www.forbes.com/health/supplements/best-protein-powders/',
      slices: [
        'Optimum Nutrition (ON) Gold Standard Whey: यह एक इंटरनेशनल ब्रांड है जो अपनी बेहतरीन क्वालिटी और स्वाद के लिए जाना जाता है।',
      ],
    },
  ],
  listed: [],
  cost: plan,
  location: null,
}

const underTwoThousand: Expected = {
  file: 'serpapi-followup-under-2000-hindi',
  ...told,
  outcome: 'ok',
  finish: 'complete',
  text: {
    start: '2000 रुपये के अंदर सबसे अच्छे बजट व्हे प्रोटीन विकल्पों में Nakpro Impact Whey, Fuel One, और AS-IT-IS Atom शामिल हैं',
    // Brackets of the prose are no marker.
    has: ['\n- Nakpro Impact Whey: यह [Trustified] से प्रमाणित है'],
    end: '\n- आपको कितने वजन (500g या 1kg) का पैक चाहिए?',
  },
  citations: [
    {
      url: 'https://www.amazon.in/-/hi/gp/bestsellers/hpc/11364606031',
      title: 'व्हे प्रोटीन में सबसे लोकप्रिय आइटम - Amazon.in',
    },
    { url: 'https://www.instagram.com/reel/DaxUPuRhdai/', domain: 'instagram.com' },
    {
      // Encoded inside the wrapper: k=whey%2Bprotein… is the shop's own plus signs.
      url: 'https://www.amazon.in/whey-protein-under-2000/s?k=whey+protein+under+2000',
      slices: [
        'Fuel One Whey Protein: यह ब्रांड बजट सेगमेंट में बेहतरीन वैल्यू देता है, जिसमें प्रति स्कूप लगभग 22 से 24 ग्राम प्रोटीन और अच्छे ' +
          'बीसीएए (BCAAs) मिल जाते हैं।',
      ],
    },
    { url: 'https://www.youtube.com/watch?v=0XaxQUWQ6Js' },
    { url: 'https://www.youtube.com/watch?v=8uqKkBYRUzI&vl=hi' },
    {
      url: 'https://hyugalife.com/product-category/best-whey-protein-under-2000',
      slices: ['पर्चेंज साइज: 2000 रुपये के बजट में आपको आमतौर पर 500 ग्राम से लेकर 1 किलोग्राम (अनफ्लेवर्ड या बेसिक) पैक ही मिलेंगे।'],
    },
    { url: 'https://valuelens.in/best-whey-protein-under-2000-india' },
  ],
  listed: [],
  cost: plan,
  location: null,
}

export const expectedFollowUps: Expected[] = [bestCompany, proteinPowder, underTwoThousand]
