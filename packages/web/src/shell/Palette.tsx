import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useList } from '../api/use-door.ts'
import { Dialog } from '../design/Dialog.tsx'
import styles from './Palette.module.css'
import { brandSections, settingsPages } from './sections.ts'
import { useBrandId } from './use-brand-id.ts'

/** Everything one can go to, by a few letters of its name. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  const may = useMay()
  const brandId = useBrandId()
  const brands = useList('listBrands', {})
  const leaveFor = (journey: Promise<void>): void => {
    onClose()
    void journey
  }
  return (
    <Dialog title="Go to …" onClose={onClose}>
      <Command label="Go to" className={styles['palette'] ?? ''}>
        <Command.Input placeholder="A page, a brand, a setting" className={styles['input'] ?? ''} data-focus />
        <Command.List className={styles['list'] ?? ''} label="Places">
          <Command.Empty>Nothing of that name.</Command.Empty>
          {brandId !== undefined &&
            brandSections.map(({ title, pages }) => (
              <Command.Group key={title} heading={title}>
                {pages.map(({ to, label }) => (
                  <Command.Item key={to} onSelect={() => leaveFor(navigate({ to, params: { brandId } }))}>
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          <Command.Group heading="Brands">
            {brands.data?.map(({ id, name }) => (
              <Command.Item
                key={id}
                value={`brand ${name} ${id}`}
                onSelect={() => leaveFor(navigate({ to: '/brands/$brandId', params: { brandId: id } }))}
              >
                {name}
              </Command.Item>
            ))}
            {may('member') && (
              <Command.Item onSelect={() => leaveFor(navigate({ to: '/welcome' }))}>Add a brand</Command.Item>
            )}
          </Command.Group>
          <Command.Group heading="Settings">
            <Command.Item onSelect={() => leaveFor(navigate({ to: '/usage' }))}>Usage</Command.Item>
            {settingsPages
              .filter(({ role }) => may(role))
              .map(({ to, label }) => (
                <Command.Item key={to} onSelect={() => leaveFor(navigate({ to }))}>
                  {label}
                </Command.Item>
              ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}
