import type { Brand, brandOperations } from '../resources/brands.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const names = {
  name: 'Fernhold',
  aliases: ['Fernhold CRM'],
  excludedNames: ['Fernhold Street'],
  domains: ['fernhold.example'],
}
const fernhold: Brand = {
  id: ids.brand,
  ...names,
  caseSensitive: false,
  status: 'active',
  isDefault: true,
  createdAt: at,
  updatedAt: at,
}

export const brandExamples = {
  listBrands: { output: { data: [fernhold], pagination: lastPage } },
  createBrand: { body: names, output: { ...fernhold, dryRun: false } },
  getBrand: { output: fernhold },
  updateBrand: {
    body: { aliases: ['Fernhold CRM', 'Fernhold App'] },
    output: { ...fernhold, aliases: ['Fernhold CRM', 'Fernhold App'], dryRun: false },
  },
  deleteBrand: { output: { id: ids.brand, deleted: true } },
} satisfies ExamplesOf<typeof brandOperations>
