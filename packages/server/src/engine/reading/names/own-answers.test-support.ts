/** An answer of our own writing, in the manner of an assistant, and the names that somebody tracks. */
export type OwnAnswer = {
  id: string
  /** As a user enters them: aliases behind a bar, `monday.com|Monday`. */
  names: string
  /** `⟦Ramp⟧` is a mention, `⟦notion=Notion⟧` one that is spelled otherwise than the name, `⟪…⟫` may be found or not. */
  text: string
}

const WORK = 'Notion; monday.com|Monday; Asana; Linear; Slack; Basecamp; Airtable; Coda'
const SPEND = 'Ramp; Brex; Mercury; Expensify; Divvy; Airbase; Pleo; Spendesk'
const TILL = 'Square; Toast; Clover; Shopify; Stripe; Lightspeed; SumUp'
const DEVICES = 'Apple; Nothing; Samsung; Google; Honor; Fairphone; OnePlus; Bose'
const LUGGAGE = 'Away; Samsonite; Rimowa; Monos; Target; Gap; Briggs & Riley'
const CARDS = 'Discover; Chase; Capital One; American Express|Amex; Citi; Ally; Wise; Revolut'
const HOSTING = 'Render; Railway; Fly.io|Fly; Heroku; Vercel; Snowflake; Elastic; Oracle'
const MEALS = "Factor; HelloFresh; Blue Apron; Gousto; Thrive Market; Trader Joe's; Ben & Jerry's"

/**
 * English answers with names that are also words. Written and labelled on 2026-11-23 before the detector had seen them, by what
 * a careful reader would say (rules: docs/detection.md, "What is found"). After the first measurement two marks were mended that
 * named an owner nobody tracks (`RAMP` for Ramp, `APPLE` for Apple); no other label was changed. Those in other
 * languages stand in `own-answers-languages.test-support.ts`.
 */
export const ENGLISH_ANSWERS: readonly OwnAnswer[] = [
  {
    id: 'work-list',
    names: WORK,
    text: `Here are the project tools I'd shortlist for a team of twelve:

1. **⟦Asana⟧** – dependable task tracking, and the timeline view is good.
2. **⟦Monday⟧** – colourful boards; new people find their way quickly.
3. **⟦Linear⟧** – fast, opinionated, made for software teams.
4. **⟦Notion⟧** – documents first, tasks second.

If most of your work happens in chat anyway, start with whatever connects to ⟦Slack⟧. Run the trial from a Monday to a Friday, so that everybody sees one full week, and don't expect a linear rise in output during the first month.`,
  },
  {
    id: 'work-words',
    names: WORK,
    text: `The notion that one tool suits everybody is mistaken. Adoption is rarely linear: people are keen on Monday, sceptical by Wednesday and back to e-mail the week after. Leave some slack in the plan, hold a short review every Monday morning, and write the coda of the project (what went well, what did not) while memories are fresh. Whichever tool you pick, set up a base camp of templates before you invite the whole company.`,
  },
  {
    id: 'work-both',
    names: WORK,
    text: `Short answer: ⟦Notion⟧ for knowledge, ⟦Linear⟧ for engineering.

The notion behind the split is simple. ⟦Notion⟧'s pages hold anything, which makes them a poor issue tracker; ⟦Linear⟧’s cycles keep a sprint honest, which makes them a poor wiki. Several readers told us they tried to do both in ⟦notion=Notion⟧ and gave up after a quarter. Growth of your workspace won't be linear, so archive early. ⟦Coda⟧ is the obvious alternative if your team thinks in formulas.`,
  },
  {
    id: 'work-table',
    names: WORK,
    text: `| Tool | Free plan | Paid from | Best for |
|---|---|---|---|
| ⟦Airtable⟧ | yes | $20 | structured records |
| ⟦monday.com⟧ | up to 2 seats | $9 | visual planning |
| ⟦Basecamp⟧ | no | $15 | small agencies |
| ⟦Coda⟧ | yes | $10 | documents that calculate |

Prices are per user and month, billed yearly, and were checked last Monday. All four offer a calendar, comments and guests. For a marketing team I would take ⟦monday.com⟧; for an inventory, ⟦Airtable⟧.`,
  },
  {
    id: 'work-negated',
    names: WORK,
    text: `I would **not** use ⟦Slack⟧ as a task list: messages scroll away. Nor is ⟦Basecamp⟧ a fit, since it has no Gantt chart. ⟦Asana⟧ isn't cheap, but it is neither slow nor confusing, unlike ⟦Airtable⟧, which took our testers two days to learn. There is no reason to cut the team any slack on hygiene either; a stale board is worse than no board. In short: anything but chat, and preferably ⟦Asana⟧.`,
  },
  {
    id: 'work-yoga',
    names: WORK,
    text: `## A calm start to the week

Begin your Monday with ten quiet minutes. Three asanas are enough: mountain pose, child's pose and a gentle twist. Each asana is held for five breaths. Keep the spine long, the jaw slack and the movement linear, without jerks. If you like, end with a short coda of humming. Beginners often have the notion that flexibility comes first; in fact it follows. Practise every other day and take Sunday off.`,
  },
  {
    id: 'spend-list',
    names: SPEND,
    text: `Popular spend-management platforms for start-ups include:

- **⟦Ramp⟧** ([⟪ramp.com⟫](https://⟪ramp.com⟫)): free core product, strong controls
- **⟦Brex⟧**: good limits for venture-backed companies
- **⟦Divvy⟧**: budgets enforced on the card itself
- **⟦Airbase⟧**: approvals for larger finance teams

Bank accounts are a different matter; ⟦Mercury⟧ is the name you will hear most. Most firms ramp up card usage over two or three months, so don't judge savings after the first statement.`,
  },
  {
    id: 'spend-words',
    names: SPEND,
    text: `To ramp up production safely, begin with a pilot batch and add capacity in steps of ten per cent. Put the loading ramp on the north side, where lorries can turn. Old thermometers contain mercury and must go to a special collection point; never divvy up such waste among ordinary bins. Ramping down is the same in reverse: inform staff early, clear the ramp, and keep one line warm in case orders return sooner than planned.`,
  },
  {
    id: 'spend-both',
    names: SPEND,
    text: `It depends on how quickly you plan to ramp. ⟦Ramp⟧ lets you issue hundreds of virtual cards in an afternoon, so companies that ramp up hiring usually like it. ⟦Expensify⟧ is slower to roll out but handles mileage and odd receipts better. In our comparison ⟦Ramp⟧’s rules engine caught 31 duplicate charges, ⟦Expensify⟧'s caught 18. One caveat: ⟦RAMP=Ramp⟧ (as it styles itself on the card) works only for entities registered in the United States; in Europe look at ⟦Pleo⟧ or ⟦Spendesk⟧.`,
  },
  {
    id: 'spend-planet',
    names: SPEND,
    text: `Mercury is the smallest planet of the solar system and the one closest to the Sun. A year on Mercury lasts 88 Earth days. Its surface, like the Moon's, is covered with craters; temperatures range from minus 180 to plus 430 degrees Celsius. The planet is named after the Roman messenger of the gods. The metal mercury, liquid at room temperature, got its name from the same source, and the singer Freddie Mercury chose it for the stage.`,
  },
  {
    id: 'spend-headings',
    names: SPEND,
    text: `### ⟦Brex⟧
Best for funded companies. The rewards are generous, the minimum balance is not.

### ⟦Mercury⟧
A bank account first, cards second. Its interface is the cleanest of the three.

### ⟦Ramp⟧
Best for saving money. No fee, and the reports name every unused subscription.

**Verdict:** choose ⟦Mercury⟧ if you need an account, ⟦Ramp⟧ if you already have one, and ⟦Brex⟧ if you raise a large round soon. Whatever you choose, ramp slowly: ten cards first, then the rest.`,
  },
  {
    id: 'till-series',
    names: TILL,
    text: `For a small café the usual candidates are ⟦Square⟧, ⟦Toast⟧, ⟦Clover⟧ and ⟦SumUp⟧. ⟦Square⟧ is the easiest to start with, because the reader costs little and there is no contract; ⟦Toast⟧ is built for kitchens and wants a two-year commitment. If your counter is only six square metres, a tablet on a stand will do. And since you ask about breakfast: avocado on toast sells best at eleven, according to every owner we asked.`,
  },
  {
    id: 'till-words',
    names: TILL,
    text: `Cut the bread into a square, toast it lightly on both sides, and spread it with clover honey while it is warm. The square tin matters: in a round one the corners stay pale. For a party, cut each toast into four smaller squares. Raise your glass and propose a toast before the cheese arrives. Guests who find a four-leaf clover on the lawn are said to be lucky, and those who arrive back at square one may try again.`,
  },
  {
    id: 'till-places',
    names: TILL,
    text: `A perfect afternoon in London starts at Trafalgar Square, continues over Leicester Square to Covent Garden and ends with a toast by the river. In New York the same could be said of Union Square or Times Square. Fans of Japanese role-playing games will know Square Enix, which has nothing to do with payments. If a street musician takes cards, it is probably with a little white reader by ⟦Square⟧ or, in Europe, by ⟦SumUp⟧.`,
  },
  {
    id: 'till-links',
    names: TILL,
    text: `Both [⟦Shopify⟧](https://www.⟪shopify.com⟫/pos) and [⟦Lightspeed⟧](https://www.⟪lightspeedhq.com⟫) sell tills that share stock with your web shop. ⟦Shopify⟧ POS costs $89 a month and location [1]; ⟦Lightspeed⟧ starts at $109 [2]. Payments run through ⟦Stripe⟧ in the first case, although the logo is not shown. Neither asks you to buy hardware up front.

Sources:
[1] https://www.⟪shopify.com⟫/pos/pricing
[2] https://example.org/tills/lightspeed-vs-square-2026`,
  },
  {
    id: 'devices-nothing',
    names: DEVICES,
    text: `Nothing beats a good pair of headphones on a long flight, and nothing ruins them faster than a wet bag. Among the ones we tried, ⟦Bose⟧ cancels noise best, ⟦Apple⟧'s over-ears feel the most solid, and the ⟦Nothing⟧ Headphone (1) looks like nothing else on the market. ⟦Nothing⟧ also asks the lowest price. If you own none of these, there is nothing wrong with the wired pair in your drawer.`,
  },
  {
    id: 'devices-phones',
    names: DEVICES,
    text: `**Best phones under $600**

| Phone | Why |
|---|---|
| ⟦Nothing⟧ Phone (3a) | unusual design, clean software |
| ⟦Google⟧ Pixel 10a | best camera at the price |
| ⟦Samsung⟧ Galaxy A57 | bright screen |
| ⟦Fairphone⟧ 6 | you can repair it yourself |

The iPhone 17e is missing because it costs slightly more. ⟦OnePlus⟧ would be a sixth option, if it were sold in your country. All of them are said to get updates for five years at least; nothing cheaper does.`,
  },
  {
    id: 'devices-fruit',
    names: DEVICES,
    text: `An apple a day may not keep the doctor away, but it does supply fibre. Apples keep for weeks in a cool cellar. Bake them with cinnamon, or stir apple purée into porridge. Adam's apple, the Big Apple and the apple of one's eye have little to do with fruit. Honor the season: buy local varieties in October. There is nothing complicated about it, and if you want to know whether a variety suits pies, simply ⟪google⟫ it.`,
  },
  {
    id: 'devices-possessives',
    names: DEVICES,
    text: `⟦APPLE=Apple⟧ announced in September that its watches will measure blood pressure; ⟦Samsung⟧’s have done so for years, with a cuff for calibration. ⟦Google⟧'s own watch does not. Analysts of three banks expect ⟦Apple⟧ to sell nine million of them by spring. "I'd wait," says one cardiologist: "nothing on the wrist replaces a cuff." Buyers of ⟦Honor⟧ bands get a rough estimate only. It is an honor system: nobody checks the readings. An ⟦Apple⟧ Watch needs an iPhone.`,
  },
  {
    id: 'luggage-prose',
    names: LUGGAGE,
    text: `For a first carry-on I'd look at three makers. ⟦Away⟧ popularised the polycarbonate shell with a removable battery; ⟦Monos⟧ is quieter on cobbles; ⟦Samsonite⟧ is half the price and lighter. Put the money away that you save, because zips fail. Should yours be lost, the airline has 21 days before it must pay. Do not pack chargers away in the hold. An ⟦Away⟧ case that breaks within its warranty is replaced; with ⟦Rimowa⟧ it is repaired for life.`,
  },
  {
    id: 'luggage-words',
    names: LUGGAGE,
    text: `Mind the gap between what you plan to carry and what you can lift. A gap year calls for a rucksack, not a trunk. Set a target of ten kilograms and stay away from heavy shoes. If you live far away from the airport, post the bulky things ahead. Away games are a special case: teams send a van. Once you are close to the target weight, weigh everything again, and give away whatever you have not touched in a month.`,
  },
  {
    id: 'luggage-shops',
    names: LUGGAGE,
    text: `Where to buy basics for the trip:

* ⟦Target⟧: packing cubes and travel bottles under $15
* ⟦Gap⟧: T-shirts that survive hotel laundries
* ⟦Briggs and Riley=Briggs & Riley⟧: expensive, with a lifetime guarantee that covers airline damage

Our target was a complete kit for $200, and there was still a gap of $40 when we were done, mostly because of the bag. ⟦Target⟧ had the widest choice; ⟦Gap⟧'s outlet was the cheapest. Stores in airports are best avoided.`,
  },
  {
    id: 'cards-list',
    names: CARDS,
    text: `Good first cash-back cards, in order of how easily they are granted:

1. ⟦Discover⟧ it Student Cash Back
2. ⟦Capital One⟧ Quicksilver
3. ⟦Chase⟧ Freedom Rise
4. ⟦Citi⟧ Double Cash

⟦Amex⟧ usually wants a longer history, so I would leave ⟦American Express⟧ for later. Don't chase bonuses in the first year. Pay in full and you will discover that your score climbs by itself; a wise rule is to use less than a third of the limit.`,
  },
  {
    id: 'cards-verbs',
    names: CARDS,
    text: `Discover how to stop chasing every offer:

- Discover what you spend, by looking at three months of statements.
- Chase late refunds at once; after 60 days most shops refuse.
- Make your spouse an ally and set limits together.
- Be wise with instalments: they add up.

Chase no more than one goal at a time. A wise old banker once said that capital one does not have cannot be lost. You may discover, like many readers, that two cards are plenty.`,
  },
  {
    id: 'cards-abroad',
    names: CARDS,
    text: `⟦Wise⟧ and ⟦Revolut⟧ are the two names that come up most for spending abroad. ⟦Wise⟧ charges a visible fee and uses the mid-market rate; ⟦Revolut⟧ is free up to a monthly limit, then adds 1%. Is it wise to carry only one card? Hardly. ⟦Discover⟧ is not accepted everywhere outside the U.S., whereas ⟦AMEX=American Express⟧ works in most hotels. Travellers who bank with ⟦Ally⟧ get up to $10 of ATM fees back a month. Never let the machine convert the amount for you.`,
  },
  {
    id: 'hosting-compare',
    names: HOSTING,
    text: `### Where to host a small Node service

⟦Render⟧ deploys from a Git push and has a free tier that sleeps. ⟦Railway⟧ bills by the second. ⟦Fly.io⟧ puts your app close to users, but expects you to know containers. ⟦Heroku⟧ remains the simplest and is no longer free. If you only render pages on the server once in a while, ⟦Vercel⟧ functions may be enough.

My pick: ⟦Render⟧ for a hobby, ⟦Fly⟧ for a global audience. Whatever you use, don't fly blind: add logs first.`,
  },
  {
    id: 'hosting-words',
    names: HOSTING,
    text: `The railway reached the valley in 1872 and rendered the old coach road useless. Trains could not fly over the pass in winter, so snow fences were built; a single snowflake, the engineers joked, was harmless, a billion were not. Elastic couplings, then a novelty, let long trains start smoothly. The village oracle had predicted disaster. Today the railway museum shows a computer model: it takes a minute to render, and children fly through it with a joystick.`,
  },
  {
    id: 'hosting-data',
    names: HOSTING,
    text: `⟦Snowflake⟧ vs. ⟦Oracle⟧, in brief:

**Pricing.** ⟦Snowflake⟧ bills storage and compute apart, and compute is elastic: it stops when nobody asks. ⟦Oracle⟧ sells licences or its own cloud.
**Search.** Neither replaces ⟦Elastic⟧ for logs.
**Schema.** A snowflake schema works in both; so does a star schema. In testing, the phrase "test oracle" means something else entirely.

If your analysts already write PL/SQL, staying with ⟦Oracle⟧ is the cheaper choice for two years at least.`,
  },
  {
    id: 'meals-review',
    names: MEALS,
    text: `Taste was the deciding factor in our test of meal boxes. ⟦Factor⟧ delivers dishes ready to heat, while ⟦HelloFresh⟧ and ⟦Blue Apron⟧ send ingredients. ⟦Hello Fresh=HelloFresh⟧ (yes, people write it both ways) had the widest menu. Price is another factor: ⟦Factor⟧ costs about $13 a serving. British readers can't order any of the three at the same price; for them ⟦Gousto⟧ is the closest match. For dessert, ⟦Ben and Jerry's=Ben & Jerry's⟧ needs no recipe.`,
  },
  {
    id: 'meals-absent',
    names: MEALS,
    text: `I couldn't find reliable figures on ⟦Gousto⟧'s market share, and ⟦Thrive Market⟧ does not publish any. What can be said is that the risk factor most often named by analysts is churn: subscribers leave after the third box. Cities where farmers' markets thrive see fewer subscriptions. ⟦Trader Joes=Trader Joe's⟧, a grocer, is no competitor in the narrow sense, though its frozen dishes are a cheap substitute. A blue apron hangs in every test kitchen; it says nothing about loyalty.`,
  },
]
