import type { Expected } from './expected.test-support.ts'

const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
const notPriced = { usd: null, basis: null }
const asked = ['method', 'path', 'body.contents']
const city = '{\n  "city": "Mexico City",\n  "country": "Mexico"\n}'

/** Long answers, answers beside other tools, and the Interactions API. */
export const expectedGeminiNews: Expected[] = [
  {
    file: 'gemini25-pro-weather-sf',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: '## Weather in San Francisco is Mild and Partly Cloudy\n\n**San Francisco, CA** - Residents',
      end: 'with a mix of sun and clouds and comfortable temperatures.',
      length: 815,
    },
    citations: [
      {
        url: 'https://www.google.com/search?q=weather+in+San%20Francisco,%20CA,+US',
        domain: 'google.com',
        title: 'Weather information for San Francisco, CA, US',
        isResolved: true,
        count: 3,
        slices: [
          '**San Francisco, CA** - Residents and visitors in San Francisco are experiencing a mild Tuesday, with partly cloudy skies and temperatures hovering around 69°F.',
          'There is a very low chance of rain throughout the day.',
          'There is a slight increase in the chance of rain overnight, but it remains low at 20%.',
        ],
      },
      {
        url: `${redirect}AUZIYQF_uqo2G5Goeww8iF1L_dYa2sqWGhzu_UnxEZd1gQ7ZNuXEVVVYEEYcx_La3kuODFm0dPUhHeF4qGP1c6kJ86i4SKfvRqFitMCvNiDx07eC5iM7axwepoTv3FeUdIRC-ou1P-6DDykZ4QzcxcrKISa_1Q==`,
        domain: 'weather.gov',
        isResolved: false,
        count: 2,
        slices: [
          'According to the latest weather reports, the forecast for the remainder of the day is expected to be sunny, with highs ranging from the mid-60s to the lower 80s.',
          'As the evening approaches, the skies are expected to remain partly cloudy, with temperatures dropping to the upper 50s.',
        ],
      },
      {
        url: `${redirect}AUZIYQFywixFZicmDjijfhfLNw8ya7XdqWR31aJp8CHyULLelG8bujH1TuqeP9RAhK6Pcm1qz11ujm2yM7gM5bJXDFsZwbsubub4cnUp5ixRaloJcjVrHkyd5RHblhkDDxHGiREV9BcuqeJovdr8qhtrCKMcvJk=`,
        domain: 'wunderground.com',
        slices: ['Winds are predicted to come from the west at 10 to 15 mph.'],
      },
    ],
    listed: [],
    searches: ['weather in San Francisco today'],
    searched: true,
    model: 'gemini-2.5-pro',
    usage: { inputTokens: 17, outputTokens: 201, reasoningTokens: 213, searches: 1 },
    cost: notPriced,
    unknownItems: 0,
    request: { question: { text: 'What is the weather in San Francisco today?' }, same: asked },
  },
  {
    file: 'gemini3-flash-top-story',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: 'The top news stories for **Tuesday, June 9, 2026**, are dominated by',
      end: 'new initiatives in Singapore to combat illegal gambling during the tournament.',
      lacks: ['My Approach to Uncovering', 'My Assessment of'],
      length: 2762,
    },
    citations: [
      {
        url: `${redirect}AUZIYQGaikMIvqBMM46vm6jpPAaYyPYqUiZji8JaQ0amIauTAd4tZQnzmbZRWWysR8yvXULEekKQHzrjDb6tOcw-4iVLrSJ52Tn7mG9s15vdnENH347NdSu1yiw8p0Xgagr7WXktj1AKnrOx_i4oA3xEEbn9BYe19Jt2Mr59YVI-eX2za1Uc0pk=`,
        domain: 'wng.org',
        count: 2,
        slices: [
          'Israel and Iran Move Toward De-escalation\nThe most prominent global headline involves a significant step back from the brink of regional war.',
          '*   **Reactions:** While Trump expressed optimism on social media that negotiations are proceeding quickly, Iranian officials have voiced skepticism, citing a "lack of trust" in the framework being proposed.',
        ],
      },
      {
        url: `${redirect}AUZIYQHYl4QqOfzOFLyE0F83D0A0d_Xs1s50AaqsaVJ09Ov8ypWjtLLVdR5N-bRasSG7IZUKi4ZuSfzL-G7aPP5NVRCxSkgui3p4ywuucS3iZ-VdxO1G0-hwIW7YEFnHKTZOm5bE9TQ=`,
        domain: 'bernama.com',
        slices: [
          '*   **Global Impact:** The quake triggered tsunami warnings across several Pacific nations earlier this week, and the United Nations is currently on the ground assessing damage to support recovery efforts.',
        ],
      },
      {
        url: `${redirect}AUZIYQGu417stEwCkTu4kH33gUDDgTHpMJ_XCR0L2ndsvmgrN4dTH88fpxHyyE0iJrS_ZOOQowbMwFuroWiTaXWOVzvBNDlX98KPBoIQMk9u3MCee87FMJehMEbKnvIQI2kqRIVQN3-NQjMf0f01emSSDG2IqvJgi_2HWHEcHQ5anaL64LfKP83ySfRBIgVgMSWStk2q2B4kUIPkSuKkyBjjfYGgW3IPaAti1i1CIXNB0lg6w8-2MAiqLdE=`,
        domain: 'euneighbourseast.eu',
        count: 2,
        slices: [
          'EU Reports Heavy Financial Toll on Russia\nEU High Representative **Kaja Kallas** announced today that Western sanctions have already cost the Russian economy an estimated **$1.2 to $1.5 trillion**.',
          '*   **New Measures:** During an informal meeting of EU Defense Ministers in Cyprus, Kallas proposed over 80 new listings targeting the Russian military-industrial complex and propagandists to further "collapse the foundations" of the war economy.',
        ],
      },
      {
        url: `${redirect}AUZIYQHIItrSS0H-V6mCSheccUPsGNyytTfyj_nmkj7UNVRFOwHfI0uufAC_a07FDrTFiHvy6R_spJyK2bLxDO7L1bYhOrPR5Vn5XNRZlUJnj8WfMbIrTK7q1hpNDSch66W6ESKT2smmfaZFqRCmWBHtVia-SGu9t-ZeC77Ow7s-zTlOtyaa9Zxksi0VE0I-2uH8Iur_z0a9CLHefDKlpXgFkVfUJHoSq4awXZpJ9qOlbYJ1F11Uwnl48UkEwVbnTGRGUZpTSGbi51Qaz1LF7iNvTSs=`,
        domain: 'aa.com',
        slices: [
          '*   **Environment:** American Airlines and Google signed a record-breaking agreement for **sustainable aviation fuel (SAF)**, the largest of its kind for a single corporate customer, aimed at reducing 300,000 metric tons of CO2 emissions.',
        ],
      },
      {
        // The cassette replaced a curly quote: the second offset is two bytes off and found by its quoted words.
        url: `${redirect}AUZIYQGXirsQC38kBJCEkHnKSiOKqSMHTW2bDF2uVrYpcmkjX944hs9-zWRUHOHtflUE37Tgpn6TVZPA3r6S9O6sE4v0UC_net567UISzMv8WzNwaJuiBQ==`,
        domain: 'news.az',
        count: 2,
        slices: [
          '*   **Health:** Global health authorities are raising alarms over a new **Ebola outbreak** in the Democratic Republic of the Congo, with dozens of deaths already confirmed.',
          "*   **Diplomacy:** Chinese President **Xi Jinping** concluded a visit to North Korea, signaling a strengthening of ties between Beijing and Kim Jong Un's regime.",
        ],
      },
      {
        url: `${redirect}AUZIYQHwOw2AX8akV-V9n4QEQSwCd4S5yUDGBFxfJXIJSFVhHa-UldCrcsD42sALCDe1OLWttMGpa73LrPcLeU8lOEEbxQZ2Nt75yNdsa4uSxy36fZkKJDmxopgkErSxtFO-wl5iJLhY-uwX1EGOgCYBZuMJJ0DYlMaqG-IAgmFXFXEmSneDgYn94F7M1g6NtnAjNyKp_dmmyB05FPW3G8fdm25z5c5hsw==`,
        domain: 'straitstimes.com',
        slices: [
          '*   **Sports:** With the **2026 World Cup** approaching, host cities are ramping up efforts to manage public health and security, including new initiatives in Singapore to combat illegal gambling during the tournament.',
        ],
      },
    ],
    listed: [],
    searches: ['top news stories today June 9 2026', 'breaking news June 9 2026', 'world news headlines June 9 2026'],
    searched: true,
    model: 'gemini-3-flash-preview',
    usage: { inputTokens: 13, outputTokens: 573, reasoningTokens: 554, searches: 3 },
    unknownItems: 0,
    request: { question: { text: 'What is the top news story today? Use web search.' }, same: asked },
  },
  {
    file: 'gemini3-flash-json-output',
    outcome: 'ok',
    finish: 'complete',
    text: { full: city },
    citations: [
      {
        url: `${redirect}AUZIYQHxaMv-GdgCK-W3NgGOcJM8An2wHcQRQVxif1aN4C_NokfytNVHtIY40vkJhscfGyDWvJXcHC--UfQES4HOQRJY2EeMYe9Xb7RXltWBkeJ4SmcoBo4opx0f7_V_ZEwUOAXLXvSixcpBxizGtKaIwgUmARRb06ZucRlgynQfzeVxvI-3OPZ4HxBpvUXSkTER1SAuaibv6rXya9E1zkNM39lW1hb2cJ3wzHSODbmxeK_tZpGa`,
        domain: 'sa.gov',
        slices: [city],
      },
      {
        url: `${redirect}AUZIYQFT4AK2D_NX8OThMFYHwYtz8QbQVVcNNGZvoJT05u2NJ7fxeQpI_PALP4ZGTNpMiSh5eilkxjtQUUEDsv7jJsorUZhXPTnHeM-RZUNkUIyn4ALiFGa7RQNHVmNW2ey3KSz6YkOzTnAaVn4Nb_Y=`,
        domain: 'vynmsa.com',
        slices: [city],
      },
      {
        url: `${redirect}AUZIYQEhIeQoP2DKtnk9ijOTTp8pbA3q_n-BH70orGFr7LBQEmzlYwGSiZF9XNrzbj8jvhrW2lUbC9bFMK7C6zkty8DFxwh7qIAmCSF6zK33a2Zm4wI751PC0RLBRFQYHIDkEaC_REp3G4kXjO5MZEVBT1b7glE8ye-S9eMRDP2wOSxZxw==`,
        domain: 'worldatlas.com',
        slices: [city],
      },
      { url: 'https://www.google.com/search?q=time+in+Mexico', domain: 'google.com', isResolved: true, slices: [city] },
    ],
    listed: [],
    // The first recorded query is empty.
    searches: ['largest city in Mexico'],
    searched: true,
    model: 'gemini-3-flash-preview',
    usage: { inputTokens: 417, outputTokens: null, reasoningTokens: 71, searches: 1 },
    unknownItems: 0,
    request: { question: { text: 'What is the largest city in Mexico?' }, same: asked },
  },
  {
    file: 'gemini3-flash-with-function-tools',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full: '2 + 2 is **4**.\n\nAs for the weather in Tokyo, it is currently **cloudy** with a temperature of approximately **58°F (14°C)**. The humidity is around 71%, and there is a 30% chance of precipitation throughout the day.',
    },
    citations: [
      {
        url: 'https://www.google.com/search?q=weather+in+Tokyo,+JP',
        domain: 'google.com',
        title: null,
        isResolved: true,
        slices: ['The humidity is around 71%, and there is a 30% chance of precipitation throughout the day.'],
      },
    ],
    listed: [],
    searches: ['current weather in Tokyo'],
    model: 'gemini-3-flash-preview',
    usage: { inputTokens: 132, outputTokens: 62, reasoningTokens: 121, searches: 1 },
    unknownItems: 0,
    request: { same: ['method', 'path'] },
  },
  {
    file: 'gemini35-flash-terse',
    outcome: 'ok',
    finish: 'complete',
    text: { full: 'As mentioned, that was **May** (specifically, May 21, 2014).' },
    citations: [
      {
        url: `${redirect}AUZIYQHjghfHTjMV54c7zy60wxK8rRRmAyEDz66dxCYv-htneZgdwxcJvTgv4PX6IYn2w3or13LcKHFMdXAtDrVlFVn0EpP6eFG6EuYEQFJEmzBmPbF1x0mJa4W17E8fkgB6V_XHKVWlDfPrvPxnaHiW-4RS1GBo`,
        domain: 'rdocumentation.org',
        title: null,
        isResolved: false,
        slices: ['As mentioned, that was **May** (specifically, May 21, 2014)'],
      },
    ],
    listed: [],
    searches: ['ggplot2 1.0.0 release date CRAN'],
    model: 'gemini-3.5-flash',
    usage: { inputTokens: 274, outputTokens: 29, reasoningTokens: 293, searches: 1 },
    unknownItems: 0,
    request: { same: ['method', 'path', 'body.tools'] },
  },
  {
    file: 'interactions-google-search',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: "Here's a look at some notable AI developments from the past week:\n\n*   **OpenAI Launches",
      end: 'This model can forecast brain responses to complex stimuli like sights, sounds, and language.',
      length: 4022,
    },
    citations: [
      {
        url: `${redirect}AUZIYQHVLORG1H1bfUwpfjVbPBps-RSHiQknJIMD9kxMxFHjD3sae384WENu2UjLnXQUNZfKuRuWNlzg3skE931IeFc9IXd3b0HiIX10HBJt34aIs1BqDLBjsbqNVXRtG_EVKqmls5wXYY7y6wIdiCaKkPpgD0q0D7S3VmBt9uvYrNAvp8EJnNVeEKXkFhWWTFYFwJVACW7KRvSBTghD8L0bv70NJdKPXCTBgA==`,
        domain: 'marketingprofs.com',
        title: null,
        isResolved: false,
        count: 10,
      },
      {
        url: `${redirect}AUZIYQGtjT3kkLq9AbxFfPGw2pZT3JG6eqQo0qLByTT8Y0ngE0zSitOgAeI5T_itix4qlrwo2IQSCPFF3zg0YRl4yf0F0LaCO49DYN8e5SGwRm-Ewvjqqwr6kuEE5W1K3mz6G3lpvGjzsqAyYlsSnLxy5Cnt1UTxUecA5T_lLHPkjjC6k3igUGQESiGb50CLWi6wYNv-wQ==`,
        domain: 'sap.com',
        count: 2,
        slices: [
          '*   **SAP Unveils the Autonomous Enterprise and Business AI Platform** (May 12-13, 2026): SAP announced the "Autonomous Enterprise" and unveiled a new Business AI Platform, aiming to embed AI into core business processes.',
          'At the 2026 SAP Sapphire Keynote on May 15, SAP highlighted how AI-powered agents are helping customers accelerate their digital transformation, with examples like Levi Strauss having over 1,000 AI agents in production.',
        ],
      },
      {
        url: `${redirect}AUZIYQERkypNaBgFczDkBknqsO5pJgoXvwTHVdxiIJtRqmuRlA9JQxF2f_0AIdfaSDKLYx1BdlOrqhQxeeSkLYfD5LMs55XHZ8JJ1p-coOzopK3BeeejruwCKXI8xWOWbHFjwpNLiIlIJlo=`,
        domain: 'youtube.com',
        count: 4,
        slices: [
          '*   **Microsoft Agent 365 Goes GA; OpenAI Ships GPT-5.5 Instant** (May 8, 2026 - reported May 9, 2026): Microsoft Agent 365 reached General Availability, providing cross-cloud agent governance.',
          'OpenAI also shipped GPT-5.5 Instant, claiming a 50% reduction in hallucinations.',
          '*   **Anthropic and SpaceX Announce Colossus One** (May 8, 2026 - reported May 9, 2026): Anthropic partnered with SpaceX on "Colossus One," a massive computing infrastructure project equivalent to bringing over 220,000 Nvidia GPUs online, aiming to address the constraint of electricity in AI development.',
          'Anthropic also doubled Claude Code rate limits on the same day.',
        ],
      },
      {
        url: `${redirect}AUZIYQEcN03LQuDddOTTfQ-1mF5PLHJztkm0QJsaNAt4zmN494rK28A1pmwb4Bzbhi5oojmrh47neYbOLLSz9ofhZ-Qky0Ny-1qL8BVnTlRfW4FhGC_PTskDOo37jKRS309mo579e9lfzJsXzQ0EoA2CosgeJxslEYTUtEQc7Pa_LYom4ZsmZ7hUuBUCCidRG9xHyEEVul68p5zuTIeyY8gVFJaR-nr9_RPtbYWH`,
        domain: 'etcjournal.com',
        count: 2,
        slices: [
          '*   **Meta AI Unveils TRIBE v2 Brain Predictive Foundation Model** (March 26, 2026, with continued traction in May 2026): While unveiled earlier, Meta AI\'s TRIBE v2, a predictive foundation model designed as a "digital twin of human neural activity," continued to gain traction.',
          'This model can forecast brain responses to complex stimuli like sights, sounds, and language.',
        ],
      },
    ],
    listed: [],
    searches: ['notable AI developments May 8-15 2026', 'AI news this week May 2026'],
    searched: true,
    model: 'gemini-2.5-flash',
    usage: { inputTokens: 22, outputTokens: 973, reasoningTokens: 249, searches: 2 },
    unknownItems: 0,
  },
]
