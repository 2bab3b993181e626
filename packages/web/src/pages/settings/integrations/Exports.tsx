import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useRead } from '../../../api/use-api.ts'
import { Card } from '../../../design/Card.tsx'
import { CopyBlock } from '../../../design/CopyBlock.tsx'
import { SelectField } from '../../../design/Field.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { Table, type Column } from '../../../design/Table.tsx'
import { useAddress } from '../../../shell/use-address.ts'
import styles from '../settings.module.css'
import { curlBlock, datasetWords, powerQueryBlock, warehouseBlock, type Dataset } from './export-blocks.ts'

type Field = Output<'getExportSchema'>['fields'][number]

// The words' names are the contract's own.
const datasets = Object.keys(datasetWords) as Dataset[]

/** What can be copied row by row, its fields, and the way into three kinds of tools. */
export function Exports(): ReactNode {
  const { dataset: asked } = useSearch({ from: '/signed-in/shell/settings/integrations' })
  const setAddress = useAddress()
  const dataset = datasets.find((known) => known === asked) ?? 'scores'
  const base = `${location.origin}/api/v1`
  return (
    <Card
      title="Exports"
      note="Flat rows for BI tools and warehouses, in the order of their changes. A key needs the scope results:read."
    >
      <div className={styles['block']}>
        <SelectField
          label="Dataset"
          hint={datasetWords[dataset].says}
          value={dataset}
          choices={datasets.map((value) => ({ value, label: datasetWords[value].label }))}
          onChoice={(value) => setAddress({ dataset: value })}
        />
        <CopyBlock key={`curl ${dataset}`} label="curl" text={curlBlock(base, dataset)} />
        <CopyBlock
          key={`query ${dataset}`}
          label="Power Query (Power BI, Excel)"
          text={powerQueryBlock(base, dataset)}
        />
        <CopyBlock key={`node ${dataset}`} label="Warehouse (Node)" text={warehouseBlock(base, dataset)} />
        <Fields dataset={dataset} />
      </div>
    </Card>
  )
}

function Fields({ dataset }: { dataset: Dataset }): ReactNode {
  const schema = useRead('getExportSchema', { params: { dataset } })
  return (
    <details>
      <summary>Fields of a row</summary>
      <Loaded read={schema}>
        {({ fields }) => (
          <Table caption={`Fields of ${dataset}`} isDense columns={columns} rows={fields} rowId={({ name }) => name} />
        )}
      </Loaded>
    </details>
  )
}

const columns: Column<Field>[] = [
  { id: 'name', title: 'Field', isRowTitle: true, cell: ({ name }) => <code>{name}</code> },
  {
    id: 'type',
    title: 'Type',
    cell: ({ type, format, nullable }) => `${format ?? type}${nullable ? ', may be null' : ''}`,
  },
  { id: 'says', title: 'Meaning', cell: ({ description }) => description ?? '' },
]
