import type { Expected } from './expected.test-support.ts'

const notPriced = { usd: null, basis: null }
const asked = ['method', 'path', 'body.model', 'body.messages.0.role', 'headers.x-api-key', 'headers.anthropic-version']
const askedWithTool = [...asked, 'body.messages.0.content', 'body.tools.0.name', 'body.tools.0.type']

/** Long answers with many citations. */
export const expectedAnthropicNews: Expected[] = [
  {
    file: 'messages-web-search-tech-news-stream',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        'Based on my search results, here are the key tech news developments from today (September 26, 2025):\n\n' +
        '## Apple News\nApple today announced the grand reopening of Apple Ginza',
      end: 'marking over 20 years since their first international retail expansion.',
    },
    citations: [
      {
        url: 'https://www.apple.com/newsroom/2025/09/the-all-new-apple-ginza-opens-this-friday-september-26-in-tokyo/',
        count: 5,
        slices: [
          "Apple today announced the grand reopening of Apple Ginza on Friday, September 26, located in the vibrant Ginza district where Apple's retail journey in Japan began more than two decades ago. Apple Ginza opens to customers Friday, September 26, at 10 a.m. JST.",
          "Opened in 2003 as Apple's first store outside the U.S., Apple Ginza now returns in an all-new four-story design that brings together the best of Apple's products, services, and experiences in one beautifully reimagined space.",
        ],
      },
      {
        url: 'https://future.forem.com/junyu_fang_a216509a97501d/fang-junyus-technology-weekly-september-26-2025-2ndd',
        domain: 'future.forem.com',
        count: 2,
        slices: [
          'Apple is considering building a pilot production line for a foldable iPhone in Taiwan, with plans to launch the new foldable iPhone in 2026. Currently, multiple sources have confirmed that Apple plans to release its first foldable iPhone in 2026 as part of the iPhone 18 lineup.',
          'OpenAI launches ChatGPT Pulse, proactively writing your morning briefing. OpenAI is rolling out a new feature in ChatGPT called Pulse, which generates personalized reports while users sleep. Pulse provides users with a quick overview of their day with 5-10 briefings, designed to encourage them to check ChatGPT first thing in the morning.',
        ],
      },
      {
        url: 'https://future.forem.com/om_shree_0709/major-tech-news-september-25-2025-5h38',
        title: '📰 Major Tech News: September 25, 2025 - Future',
        count: 5,
        slices: [
          'On September 25, 2025, headlines were dominated by seismic shifts in AI infrastructure, potential blockbuster partnerships between legacy chip giants, and escalating regulatory battles that could redefine global innovation.',
          "Microsoft shook up its AI stack by integrating Anthropic's models into Copilot for Microsoft 365, reducing OpenAI dependency and boosting productivity tools like real-time analytics.",
          'Oracle followed with a $15 billion bond raise for cloud expansion, riding AI demand waves.',
          'Google launched Mixboard, an AI mood board app with Gemini-powered suggestions for designers, and rolled conversational editing to more Android phones in Photos.',
        ],
      },
      {
        url: 'https://9to5mac.com/2025/09/22/ios-26-1-beta-1/',
        count: 2,
        slices: [
          'With iOS 26 officially launched, Apple is moving forward with iOS 26.1. Apple released iOS 26 on September 15, bringing the Liquid Glass redesign to the iPhone.',
        ],
      },
    ],
    listed: 6,
    searches: ['tech news today September 26 2025'],
    searched: true,
    model: 'claude-sonnet-4-20250514',
    usage: { inputTokens: 15_665, outputTokens: 795, reasoningTokens: null, searches: 1 },
    cost: notPriced,
    unknownItems: 0,
  },
  {
    file: 'messages-web-search-netherlands',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        'Based on the latest news from the Netherlands, here are some key recent developments:\n\n## Weather and Public Safety\nThe Netherlands is experiencing',
      end: 'while also showing growth in energy production and continued innovation in business and infrastructure.',
    },
    citations: [
      {
        url: 'https://nltimes.nl/',
        domain: 'nltimes.nl',
        title: 'NL Times | Netherlands news in English',
        count: 6,
        slices: [
          'The Netherlands is experiencing windy and wet weather, with a code yellow strong winds warning issued for the coast',
          'A sailing charter crashed into a freighter off the Harlingen coast, injuring five school children',
          'Budget Day in the Netherlands is approaching, with MPs expected to face windy weather conditions during the event',
          'There are concerns about political gridlock and costs driving Dutch firms to relocate abroad, according to entrepreneurs',
          "Voters have little confidence in politics and don't expect improvement",
          'Dutch electricity production rose 7% in the first half of 2025',
        ],
      },
      {
        url: 'https://www.iamexpat.nl/dutch-news-articles?section=expat+info&type=news',
        count: 4,
        slices: [
          'KLM has cancelled more than 100 flights due to a ground staff strike',
          'a skatepark has opened over the roof of an Amsterdam highway tunnel',
          'The Netherlands is introducing a helmet requirement for e-bike riders under 18',
          'NS (Dutch Railways) has begun alerting passengers about emptier trains with push notifications',
        ],
      },
      {
        url: 'https://www.newsnow.com/us/World/Europe/Western+Europe/Netherlands',
        count: 3,
        slices: [
          'The Netherlands has declared far-right Israeli ministers persona non grata',
          'the country has condemned an Israeli strike on Doha, urging respect for state sovereignty',
          'Several Dutch companies are making headlines, including Amsterdam-based Naq raising €6M for healthcare compliance and LeydenJar raising €23M for battery technology',
        ],
      },
    ],
    listed: [
      'https://www.dutchnews.nl/',
      'https://www.aljazeera.com/where/netherlands/',
      'https://www.government.nl/latest',
      'https://www.euronews.com/news/europe/netherlands',
      'https://www.iamexpat.nl/dutch-news-articles?type=news',
      'https://www.dutchnews.nl/category/politics/',
      'https://www.cbsnews.com/tag/netherlands/',
    ],
    searches: ['Netherlands news today'],
    searched: true,
    model: 'claude-sonnet-4-6',
    usage: { inputTokens: 10_809, outputTokens: 644, reasoningTokens: null, searches: 1 },
    cost: { usd: 0.052_087, basis: 'computed' },
    unknownItems: 0,
    request: {
      question: { text: 'What are the latest news in the Netherlands?', locale: { country: null, language: null } },
      same: [...askedWithTool, 'body.max_tokens'],
    },
  },
  {
    file: 'messages-web-search-news-stream',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        'Based on the search results, I can identify the top 3 major news stories from around the world today (August 14, 2025):\n\n' +
        '## Top 3 World News Stories Today\n\n**1. Trump-Putin Summit and Ukraine Crisis**\nEuropean leaders held',
      end: 'significant domestic policy changes in the US, and major transportation disruptions affecting North America.',
      lacks: ['Let me search for more specific breaking news'],
    },
    citations: [
      {
        url: 'https://www.npr.org/sections/news/',
        count: 2,
        slices: [
          "European leaders held a high-stakes meeting Wednesday with President Trump, Vice President Vance, Ukraine's Volodymyr Zelenskyy and NATO's chief ahead of Friday's U.S.-Russia summit",
          'Air Canada plans to lock out its flight attendants and cancel all flights starting this weekend',
        ],
      },
      {
        url: 'https://abcnews.go.com/',
        domain: 'abcnews.go.com',
        title: 'ABC News – Breaking News, Latest News and Videos',
        count: 2,
        slices: [
          "European leaders held a high-stakes meeting Wednesday with President Trump, Vice President Vance, Ukraine's Volodymyr Zelenskyy and NATO's chief ahead of Friday's U.S.-Russia summit",
          'The White House lowered its expectations surrounding the Trump-Putin summit on Friday',
        ],
      },
      {
        url: 'https://www.cnn.com/2025/07/14/us/5-things-to-know-for-july-14-immigration-gaza-epstein-files-kentucky-shooting-texas-flooding',
        slices: [
          "In a surprise move just days before the Trump-Putin summit, the White House swapped out pro-EU PM Tusk for Poland's new president – a political ally who once opposed Ukraine's NATO and EU bids",
        ],
      },
      {
        url: 'https://www.cnn.com/',
        slices: [
          "Federal law enforcement's presence in Washington, DC, continued to be felt Wednesday as President Donald Trump's takeover of the city's police entered its third night",
        ],
      },
      {
        url: 'https://www.cbsnews.com/world/',
        slices: [
          "National Guard troops arrived in Washington, D.C., following President Trump's deployment and federalization of local police to crack down on crime in the nation's capital",
        ],
      },
      {
        url: 'https://edition.cnn.com/',
        slices: ["Over 100 arrests made as National Guard rolls into DC under Trump's federal takeover"],
      },
      {
        url: 'https://abcnews.go.com/International',
        slices: [
          "Air Canada says it will begin cancelling flights starting Thursday to allow an orderly shutdown of operations with a complete cessation of flights for the country's largest airline by Saturday as it faces a potential work stoppage by its flight attendants",
        ],
      },
    ],
    listed: 12,
    searches: ['top world news today', 'breaking news headlines August 14 2025'],
    searched: true,
    model: 'claude-sonnet-4-20250514',
    usage: { inputTokens: 31_772, outputTokens: 644, reasoningTokens: null, searches: 2 },
    cost: notPriced,
    unknownItems: 0,
    request: {
      question: { text: 'Give me the top 3 news in the world today.' },
      same: [...askedWithTool, 'body.max_tokens'],
    },
  },
  {
    file: 'messages-web-search-top-story',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        "Based on today's search results, the top news story appears to be **Iran and Israel declaring a halt to fighting",
      end: 'The Iran-Israel ceasefire development appears to be the most significant international news breaking today.',
    },
    citations: [
      {
        url: 'https://www.cbsnews.com/live-updates/iran-war-trump-israel-strikes-ceasefire-lebanon-beirut/',
        slices: [
          'Iran and Israel declaring a halt to fighting after President Trump tells both to stop "shooting," with both countries seeking an immediate ceasefire after a major escalation',
        ],
      },
      {
        url: 'https://www.foxnews.com/politics/federal-judge-strikes-trumps-100k-h-1b-visa-fee-ruling-unconstitutional-tax',
        slices: [
          "A federal judge striking down Trump's $100,000 H-1B visa fee, ruling it an unconstitutional tax that exceeded executive authority",
        ],
      },
      {
        url: 'https://www.foxnews.com/politics/la-mayoral-race-heads-november-runoff-karen-bass-faces-mamdani-style-socialist',
        slices: [
          'The LA mayoral race heading to a November runoff with incumbent Karen Bass facing a socialist challenger',
        ],
      },
    ],
    listed: 7,
    searches: ['top news today'],
    searched: true,
    model: 'claude-sonnet-4-5-20250929',
    usage: { inputTokens: 7744, outputTokens: 353, reasoningTokens: 80, searches: 1 },
    cost: { usd: 0.038_527, basis: 'computed' },
    unknownItems: 0,
    request: { question: { text: 'What is the top news story today? Use web search.' }, same: askedWithTool },
  },
]
