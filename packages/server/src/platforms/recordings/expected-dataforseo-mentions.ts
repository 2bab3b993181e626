import type { Expected } from './expected.test-support.ts'

/**
 * AI Overviews kept by DataForSEO's mentions endpoint (recordings of `google-aio`), written from reading the files:
 * one Markdown text, markers whose numbers start again in every block, and a list of all sources.
 */

const told = {
  outcome: 'ok',
  finish: 'complete',
  searches: null,
  searched: true,
  model: null,
  // The price of the whole report, as billed.
  cost: { usd: 0.1, basis: 'reported' },
  location: 'United Kingdom',
  unknownItems: 0,
  failure: null,
  tries: 1,
} as const

const notation = ['[[', '](', '![', '`', 'google.com/search', 'api.dataforseo.com', ':~:']

const macroLead =
  'Macro shots are extreme close-up photographs that reveal fine details of small subjects, making them appear larger ' +
  'than life on the camera sensor, often at a 1:1 life-size ratio or greater.This photographic technique is used to ' +
  'showcase intricate details of subjects like insects, flowers, and other natural elements, bringing hidden aspects ' +
  'of the world to the forefront.'
const magnification =
  '**Magnification:** Subjects are magnified to a scale that is the same size or larger than their actual dimensions on ' +
  "the camera's sensor."
const detail =
  '**Focus on Detail:** The emphasis is on the fine details, textures, and intricate features of small subjects that ' +
  'are often overlooked in normal-sized photographs.'

const macroShots: Expected = {
  file: 'dataforseo-mention-macro-shots',
  ...told,
  text: {
    start:
      `${macroLead}\n\nYou can watch this video to see examples of macro photography and learn about the techniques ` +
      'involved:\n\nKey Characteristics of Macro Shots:\n\n' +
      '- **Extreme Close-ups:** The primary goal is to get as close to the subject as possible.\n' +
      `- ${magnification}\n- ${detail}\n- **Small Subjects:** Typical subjects`,
    lacks: [...notation, 'Ben Harvey', 'YouTube'],
    end: 'such as fingerprints and fibers, can be captured using macro photography.',
  },
  citations: [
    {
      url: 'https://www.adobe.com/uk/creativecloud/photography/discover/macro-photography.html',
      domain: 'adobe.com',
      title: 'What is macro photography? - Adobe',
      count: 3,
      slices: [
        macroLead,
        '**Extreme Close-ups:** The primary goal is to get as close to the subject as possible.',
        detail,
      ],
    },
    {
      url: 'https://www.masterclass.com/articles/complete-macro-photography-guide-for-beginners',
      count: 2,
      slices: [macroLead, magnification],
    },
    { url: 'https://www.canon.co.uk/get-inspired/tips-and-techniques/macro-photography-tips/', count: 3 },
    {
      url: 'https://www.alanranger.com/blog-on-photography/art-of-macro-photography',
      count: 1,
      slices: [magnification],
    },
  ],
  listed: [
    'https://www.youtube.com/watch?v=PRrwlb3Pnuw&t=61',
    'https://www.canon-europe.com/get-inspired/tips-and-techniques/macro-photography-tips/',
    'https://www.studiobinder.com/blog/what-is-macro-photography-definition/',
    'https://www.theschoolofphotography.com/tutorials/macro-photography-ideas',
    // The two video cards.
    'https://www.youtube.com/watch?v=nZo7RbTp4lQ&t=718',
    'https://www.youtube.com/watch?v=YTl9-VWe1xg&t=695',
  ],
}

const premium =
  'These premium, fixed-lens cameras offer superior image quality and large sensors in portable bodies, making them ' +
  'ideal for travel, street photography, and everyday carry.'
const budget = '**Best Budget:** **Canon PowerShot Elph 360 HS / Ixus 285 HS**.'
const portability =
  '**Portability:** Ricoh GR series is known as the most truly "jeans-pocketable" high-quality camera.'

/** Brand names link to a Google search; the number of a marker is not the rank of its source. */
const compactCameras: Expected = {
  file: 'dataforseo-mention-compact-cameras',
  ...told,
  text: {
    start:
      'The top compact digital cameras for 2026 are the **Fujifilm X100VI** (best overall), **Ricoh GR IV** (most ' +
      `pocketable), and **Sony RX100 VII** (most versatile). ${premium}\n\nThis video shows a comparison of the best ` +
      'compact cameras for 2026:\n\n**Top Compact Camera Recommendations (2026)** \n\n- **Best Overall / Travel:** ' +
      '**Fujifilm X100VI** (40MP sensor, 6K video, fixed lens).\n',
    lacks: [...notation, '08:43', '10BestOnes', 'PCMag'],
    end: portability,
  },
  citations: [
    { url: 'https://www.youtube.com/watch?v=8ilYUuNk_Ow', domain: 'youtube.com', count: 1, slices: [premium] },
    {
      url: 'https://www.digitalcameraworld.com/buying-guides/best-compact-camera',
      title: 'The best compact cameras in 2026: Portable powerhouses that (might',
      count: 2,
      slices: [premium, budget],
    },
    { url: 'https://amateurphotographer.com/buying-advice/the-best-travel-cameras-available-now/', count: 2 },
    { url: 'https://www.mpb.com/en-us/content/kit-guides/best-compact-travel-cameras', count: 2 },
    {
      url: 'https://www.mpb.com/en-uk/content/kit-guides/best-compact-travel-cameras',
      count: 2,
      slices: [premium, portability],
    },
    { url: 'https://en.wikipedia.org/wiki/List_of_large_sensor_fixed-lens_cameras', count: 2 },
    {
      url: 'https://thecotswoldphotographer.com/best-compact-cameras-travel-photography-2025/',
      count: 2,
      slices: [budget, portability],
    },
    { url: 'https://www.youtube.com/watch?v=uyh5uRiQQak&t=222', count: 1, slices: [budget] },
    { url: 'https://www.youtube.com/watch?v=P12EjSSD9eI', count: 1, slices: [portability] },
    {
      url: 'https://www.alanranger.com/blog-on-photography/best-cameras-for-beginners',
      title: 'Best Cameras for Beginners: Top Picks & Reviews for 2026',
      count: 1,
      slices: [portability],
    },
  ],
  listed: ['https://www.youtube.com/watch?v=j1GQ05dJ0f4'],
}

const sizesLead =
  'The standard size for a photograph is 4x6 inches (approximately 10 x 15 cm) , which is a popular and versatile choice ' +
  'for albums, framing, and general printing due to its convenient size and perfect fit with the common 3:2 aspect ' +
  'ratio.Other standard sizes include 5x7 inches, 8x10 inches, and 6x8 inches, with metric equivalents like 15x10 cm and ' +
  '20x30 cm.'
const sixByEight =
  '**6x8 inches (15x20 cm):** Also known as 6R in some contexts, this size works well for desk displays or small gallery ' +
  'walls.'

const photoSize: Expected = {
  file: 'dataforseo-mention-standard-photo-size',
  ...told,
  text: {
    start: `${sizesLead}\n\nCommon Standard Photo Sizes\n\n- **4x6 inches (10x15 cm):** The most common and standard size`,
    lacks: notation,
    end: "ideal for everyday use, whether you're filling an album or sending prints to friends and family.",
  },
  citations: [
    { url: 'https://www.adobe.com/uk/creativecloud/photography/discover/standard-photo-sizes.html', count: 5 },
    { url: 'https://www.maxphoto.co.uk/inspire/photo-print-sizes', domain: 'maxphoto.co.uk', count: 2 },
    { url: 'https://www.my-picture.co.uk/blog/what-is-the-standard-photo-size.jsf', count: 3 },
    { url: 'https://www.a-fotografy.co.uk/frame-photo-sizes-in-inches-to-cm/', count: 3 },
    { url: 'https://www.alanranger.com/blog-on-photography/photo-print-sizes-resize-photos', count: 3 },
    {
      url: 'https://expertgraphicinternational.com/how-big-is-a-5x7-photo-a-comprehensive-explanation/',
      slices: [
        '**5x7 inches (13x18 cm):** A slightly larger standard size, good for framed photos and smaller artwork.',
      ],
    },
    { url: 'https://www.printforfun.sg/Photo-Sizes-Guide', slices: [sixByEight] },
    { url: 'https://www.squared.one/magazine/standard-photo-print-sizes', slices: [sixByEight] },
    { url: 'https://sprint24.net/sizes/photography-6r/', slices: [sixByEight] },
    { url: 'https://www.visualsclipping.com/blog/standard-photo-sizes/', count: 1 },
  ],
  listed: [],
}

/** Brackets inside the addresses' text fragments, product pictures inside list items, 31 sources. */
const editingSoftware: Expected = {
  file: 'dataforseo-mention-photo-editing-software',
  ...told,
  text: {
    start:
      'The best photo editing software depends on your skill level and needs, but for professional, complex work, Adobe ' +
      'Photoshop is the industry standard, while Adobe Lightroom is best for photo workflow and corrections.',
    has: [
      '\n- **Affinity Photo:** Provides Photoshop-like features at a one-time purchase',
      'for quick, simple edits.\n\nFor AI-Powered Editing\n\n- **Skylum Luminar Neo:** Offers powerful AI features',
    ],
    lacks: [...notation, 'gstatic', '%20', 'Envato', 'photo.)', 'http'],
    end: '\n- **Snapseed:** A highly-rated, free mobile app for advanced users on the go.',
  },
  citationCount: 31,
  listed: ['https://www.youtube.com/watch?v=0IXgx5QiSIM&t=414'],
}

const grain =
  'A higher ISO (e.g., 1600+) brightens the shot for low-light environments, but introduces static-like digital grain, ' +
  'known as noise.'
const highIso =
  'This is helpful when shooting fast-moving subjects at night or indoors where you cannot lower your shutter speed.'
const autoIso =
  '**Auto ISO:** Many modern cameras offer Auto ISO, which lets you set a maximum limit so the camera balances the ' +
  'exposure without compromising image quality.'
const night = '**Night/Low Light:** ISO 1600–6400+'
const lastly =
  'Choose your desired shutter speed to freeze action and aperture for depth-of-field first, then adjust ISO to achieve ' +
  'the correct brightness.'

/** A link without words stands before many markers and means the same pointer; the last line has links in its prose. */
const isoCamera: Expected = {
  file: 'dataforseo-mention-iso-camera',
  ...told,
  text: {
    start:
      "In photography, ISO refers to your camera sensor's sensitivity to light . Along with shutter speed and aperture",
    has: [`${grain}\n\nHow ISO Works\n\n- **Base/Native ISO:** Most`, `${autoIso}\n\nSuggested Settings`],
    lacks: notation,
    end:
      "brightness.To dive deeper into the science and mechanics of ISO, visit Adobe's Photography Guide or check out " +
      "Photography Life's Beginner Guide.",
  },
  citations: [
    {
      url: 'https://www.youtube.com/watch?v=8rq2vsHglWU',
      count: 2,
      slices: [grain, 'Shooting here yields the cleanest image with the least noise.'],
    },
    {
      url: 'https://en.canon-cna.com/get-inspired/tips-and-techniques/what-is-iso-in-photography/',
      domain: 'en.canon-cna.com',
      slices: [grain],
    },
    { url: 'https://www.youtube.com/watch?v=TgRjcN5jPtg', count: 3 },
    { url: 'https://www.nikon.co.uk/en_GB/learn-and-explore/magazine/tips-and-tricks/what-is-iso', count: 1 },
    {
      url: 'https://www.adobe.com/uk/creativecloud/photography/discover/iso.html',
      count: 3,
      slices: [
        highIso,
        "To dive deeper into the science and mechanics of ISO, visit Adobe's Photography Guide",
        "or check out Photography Life's Beginner Guide",
      ],
    },
    { url: 'https://www.eos-magazine.com/articles/eospedia/what-is/iso.html', slices: [highIso] },
    { url: 'https://www.youtube.com/shorts/uHNRCdcIiYY', count: 3, slices: [highIso, night, lastly] },
    {
      url: 'https://www.jessops.com/c/advice/our-photography-blog/what-is-iso-in-photography-a-guide-for-beginners',
      slices: [autoIso],
    },
    {
      url: 'https://www.alanranger.com/blog-on-photography/what-is-iso-in-photography',
      count: 2,
      slices: [autoIso, night],
    },
    {
      // Not among the sources, but pointed at.
      url: 'https://www.reddit.com/r/AskPhotography/comments/14rs9a/explain_like_im_5_how_do_you_know_what_iso_is/',
      title: null,
      slices: [night],
    },
    { url: 'https://photographylife.com/what-is-iso-in-photography', count: 2 },
  ],
  listed: ['https://www.youtube.com/shorts/xJd5qpN2vXE', 'https://www.youtube.com/watch?v=svW8uYpEDrc'],
}

export const expectedDataforseoMentions: Expected[] = [
  macroShots,
  compactCameras,
  photoSize,
  editingSoftware,
  isoCamera,
]
