import type { BrandInput } from './brands.ts'
import { addDays } from './days.ts'
import type { Day } from './days.ts'
import { createMarket } from './market.ts'
import type { Market } from './market.ts'

/** The demo's organization. Every name and domain in it is invented. */
export const demo = {
  organization: 'Fernhold (simulated demo)',
  brand: { name: 'Fernhold', aliases: ['Fernhold Projects'], domain: 'fernhold.example' },
  competitors: [
    { name: 'Quorvane', aliases: [], domain: 'quorvane.example' },
    { name: 'Taskmoor', aliases: [], domain: 'taskmoor.example' },
    { name: 'Brindle Board', aliases: ['Brindleboard'], domain: 'brindleboard.example' },
    { name: 'Zephlane', aliases: [], domain: 'zephlane.example' },
    { name: 'Holtgrid', aliases: [], domain: 'holtgrid.example' },
  ],
  prompts: [
    {
      text: 'What is the best project management tool for a small agency?',
      topic: 'Agencies',
      tags: ['best', 'small business'],
      isBranded: false,
    },
    {
      text: 'Which project management software works well for client work?',
      topic: 'Agencies',
      tags: ['clients'],
      isBranded: false,
    },
    {
      text: 'Which tools let an agency share project boards with clients?',
      topic: 'Agencies',
      tags: ['clients', 'features'],
      isBranded: false,
    },
    {
      text: 'What do creative agencies use to plan their projects?',
      topic: 'Agencies',
      tags: ['peers'],
      isBranded: false,
    },
    {
      text: 'Which project management software is good for remote teams?',
      topic: 'Remote work',
      tags: ['best'],
      isBranded: false,
    },
    {
      text: 'How do distributed teams keep track of their tasks?',
      topic: 'Remote work',
      tags: ['how-to'],
      isBranded: false,
    },
    {
      text: 'What are the top task managers for teams in several time zones?',
      topic: 'Remote work',
      tags: ['best'],
      isBranded: false,
    },
    { text: 'What are the top kanban tools this year?', topic: 'Kanban and agile', tags: ['best'], isBranded: false },
    {
      text: 'Which agile planning tools do software teams recommend?',
      topic: 'Kanban and agile',
      tags: ['peers'],
      isBranded: false,
    },
    {
      text: 'Which sprint planning tool is the easiest to learn?',
      topic: 'Kanban and agile',
      tags: ['ease of use'],
      isBranded: false,
    },
    {
      text: 'Which roadmap tools are worth their price?',
      topic: 'Kanban and agile',
      tags: ['price'],
      isBranded: false,
    },
    {
      text: 'Which task manager has the best Gantt charts?',
      topic: 'Planning',
      tags: ['best', 'features'],
      isBranded: false,
    },
    {
      text: 'What is a good project planning tool for a construction firm?',
      topic: 'Planning',
      tags: ['industry'],
      isBranded: false,
    },
    {
      text: 'Which tools help to plan the workload of a team?',
      topic: 'Planning',
      tags: ['features'],
      isBranded: false,
    },
    {
      text: 'What is the best way to plan deadlines across several projects?',
      topic: 'Planning',
      tags: ['how-to'],
      isBranded: false,
    },
    {
      text: 'Which project management tools include time tracking?',
      topic: 'Features',
      tags: ['features'],
      isBranded: false,
    },
    {
      text: 'Which project management tools have automations without code?',
      topic: 'Features',
      tags: ['features'],
      isBranded: false,
    },
    { text: 'What are good free project management tools?', topic: 'Price', tags: ['price'], isBranded: false },
    {
      text: 'What is the cheapest project management tool for ten people?',
      topic: 'Price',
      tags: ['price', 'small business'],
      isBranded: false,
    },
    {
      text: 'What is the easiest project management tool for beginners?',
      topic: 'Getting started',
      tags: ['ease of use'],
      isBranded: false,
    },
    { text: 'Is Fernhold a good project management tool?', topic: 'Our name', tags: ['reputation'], isBranded: true },
    { text: 'How does Fernhold compare with Quorvane?', topic: 'Our name', tags: ['comparison'], isBranded: true },
  ],
} as const

export const demoDays = 90

const strengths: readonly BrandInput[] = [
  { ...demo.brand, strength: -0.9 },
  ...[1.4, 0.9, 0.5, 0, -0.6].map((strength, index): BrandInput => ({
    name: '',
    ...demo.competitors[index],
    strength,
  })),
  { name: 'Wickerly', strength: -1.2 },
  { name: 'Pendlo', strength: -1.6 },
]

/**
 * The demo's market with its 90 days up to `today`: the brand climbs all along; 35 days before `today` its reviews for
 * agencies go up (one intervention); 20 days before, ChatGPT changes its model and names brands a little less often.
 */
export const createDemoMarket = ({ today, seed = 20_261_120 }: { today: Day; seed?: number }): Market => {
  const market = createMarket({ seed, brands: strengths, prompts: demo.prompts.map(({ text }) => text) })
  const [brand, rival] = [demo.brand.name, demo.competitors[2].name]
  market.intervene({ fromDay: addDays(today, 1 - demoDays), rampDays: demoDays, brand, effect: 1.1 })
  market.intervene({ fromDay: addDays(today, 1 - demoDays), rampDays: demoDays, brand: rival, effect: -0.5 })
  const agencies = demo.prompts.filter(({ topic }) => topic === 'Agencies').map(({ text }) => text)
  market.intervene({ fromDay: addDays(today, -35), rampDays: 4, brand, prompts: agencies, effect: 1.2 })
  market.changeModel({ platform: 'chatgpt', fromDay: addDays(today, -20), shift: -0.35 })
  return market
}
