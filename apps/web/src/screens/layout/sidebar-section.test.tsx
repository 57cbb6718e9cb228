import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { findCurrentPath, listSidebarEntries, type SidebarGroup } from '../sidebar-entries.ts'
import { SidebarSection } from './sidebar-section.tsx'

const isStore = (item: ReturnType<typeof listSidebarEntries>[number]): item is SidebarGroup => item.label === 'Store'
const store = listSidebarEntries({ hasStorePage: true, hasProductPage: true }).find(isStore)

interface SectionProps {
  isNarrow: boolean
  onLeave: () => void
}

function StoreSection(props: SectionProps) {
  const location = useLocation()
  if (store === undefined) throw new Error('The sidebar has no store group')
  return <SidebarSection group={store} shown={findCurrentPath([store], location)} {...props} />
}

function openAt(path: string, { isNarrow = false, onLeave = () => {} } = {}) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <StoreSection isNarrow={isNarrow} onLeave={onLeave} />
    </MemoryRouter>,
  )
}

function listEntries(): (string | null)[] {
  return screen.queryAllByRole('link').map(({ textContent }) => textContent)
}

describe.each([
  ['the store group', false],
  ['the store group in the collapsed sidebar', true],
])('%s', (_title, isNarrow) => {
  it('opens and closes with the keyboard', async () => {
    openAt('/', { isNarrow })
    expect(listEntries()).toEqual([])

    await userEvent.tab()
    await userEvent.keyboard('{Enter}')

    expect(screen.getByRole('button', { name: 'Store', expanded: true })).toBeTruthy()
    expect(listEntries()).toEqual(['Store Settings', 'Products', 'Categories'])

    await userEvent.keyboard(' ')

    expect(listEntries()).toEqual([])
  })

  it('is open on its own screens, and marks the current one', () => {
    openAt('/store/products/edit/a-product', { isNarrow })

    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Products')
  })

  it('calls back on navigation', async () => {
    let leaveCount = 0
    openAt('/store/products', { isNarrow, onLeave: () => (leaveCount += 1) })

    await userEvent.click(screen.getByRole('link', { name: 'Categories' }))

    expect(leaveCount).toBe(1)
  })
})

it('stores the choice', async () => {
  const first = openAt('/store/products')
  await userEvent.click(screen.getByRole('button', { name: 'Store' }))
  first.unmount()

  const { container } = openAt('/store/products')

  expect(within(container).getByRole('button', { name: 'Store', expanded: false })).toBeTruthy()
})
