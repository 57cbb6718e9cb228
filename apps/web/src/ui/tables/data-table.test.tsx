import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { type Column, restrictSorting } from './data-table-columns.ts'
import { LoadMore } from './load-more.tsx'

interface City {
  name: string
  people: number
}

const cities: City[] = [
  { name: 'Oslo', people: 700 },
  { name: 'Bergen', people: 290 },
  { name: 'Tromsø', people: 0 },
]

const columns: Column<City>[] = [
  { id: 'name', header: 'City', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'people',
    header: 'People',
    cell: ({ people }) => people,
    isNumber: true,
    sortValue: ({ people }) => people,
    isUnknown: ({ people }) => people === 0,
    unit: () => 'people',
  },
]

type TableProps = Parameters<typeof DataTable<City>>[0]

function createTable(props: Partial<TableProps> = {}) {
  return (
    <MemoryRouter>
      <MantineProvider env="test">
        <DataTable label="Cities" columns={columns} rows={cities} rowKey={({ name }) => name} {...props} />
      </MantineProvider>
    </MemoryRouter>
  )
}

function renderTable(props: Partial<TableProps> = {}) {
  return render(createTable(props))
}

function listShownNames(): (string | null)[] {
  return screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
}

describe('DataTable', () => {
  it('drops the chosen order when its column is no longer sortable', async () => {
    const { rerender } = renderTable()
    await userEvent.click(screen.getByRole('button', { name: 'City' }))
    expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe('ascending')

    rerender(createTable({ columns: restrictSorting(columns, []) }))

    expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBeNull()
    expect(listShownNames()).toEqual(['Oslo', 'Bergen', 'Tromsø'])
  })

  it('has a name, column headers and row headers', () => {
    renderTable()

    const table = screen.getByRole('table', { name: 'Cities' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['City', 'People'])
    expect(listShownNames()).toEqual(['Oslo', 'Bergen', 'Tromsø'])
    expect(screen.getByRole('cell', { name: '0' }).dataset).toMatchObject({ unknown: 'true', unit: 'people' })
  })

  it('sorts numbers from the largest and names from A, and reverses at the next click', async () => {
    renderTable()

    await userEvent.click(screen.getByRole('button', { name: 'City' }))
    expect(listShownNames()).toEqual(['Bergen', 'Oslo', 'Tromsø'])
    expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe('ascending')

    await userEvent.click(screen.getByRole('button', { name: 'People' }))
    expect(listShownNames()).toEqual(['Oslo', 'Bergen', 'Tromsø'])
    await userEvent.click(screen.getByRole('button', { name: 'People' }))
    expect(listShownNames()).toEqual(['Tromsø', 'Bergen', 'Oslo'])
    expect(screen.getByRole('columnheader', { name: 'People' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('shows how rows are sorted elsewhere, and does not change their order', async () => {
    const onSort = vi.fn()
    renderTable({ sort: { columnId: 'name', direction: 'descending' }, onSort })
    expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe('descending')

    await userEvent.click(screen.getByRole('button', { name: 'City' }))

    expect(onSort.mock.calls).toEqual([[{ columnId: 'name', direction: 'ascending' }]])
    expect(listShownNames()).toEqual(['Oslo', 'Bergen', 'Tromsø'])
  })

  it('shows skeleton rows below the headers while rows load', () => {
    renderTable({ rows: undefined })

    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'City', hidden: true })).toBeTruthy()
    expect(screen.queryByRole('button', { hidden: true })).toBeNull()
  })

  it('shows the empty state in place of the table', () => {
    renderTable({ rows: [], empty: 'No cities' })

    expect(screen.getByText('No cities')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows the remaining rows on request', async () => {
    renderTable({ shownAtFirst: 1 })

    expect(listShownNames()).toEqual(['Oslo'])
    await userEvent.click(screen.getByRole('button', { name: 'Show all 3' }))
    expect(listShownNames()).toEqual(['Oslo', 'Bergen', 'Tromsø'])
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
    expect(listShownNames()).toEqual(['Oslo'])
  })

  it('links a row from its first column, and has its actions under a named header', () => {
    renderTable({
      rowLink: ({ name }) => ({ to: `/cities/${name}`, title: name }),
      actions: ({ name }) => <button type="button">Edit {name}</button>,
    })

    expect(screen.getByRole('link', { name: 'Oslo' }).getAttribute('href')).toBe('/cities/Oslo')
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit Oslo' })).toBeTruthy()
  })

  it('loads more rows, and moves the focus to the first of them', async () => {
    const fetchNextPage = vi.fn()
    const pages = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, error: null, fetchNextPage }
    const table = (rows: City[]) => (
      <MemoryRouter>
        <MantineProvider env="test">
          <DataTable
            label="Cities"
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
            foot={(entries) => <LoadMore pages={pages} {...entries} />}
          />
        </MantineProvider>
      </MemoryRouter>
    )
    const { rerender } = render(table(cities.slice(0, 2)))

    await userEvent.click(screen.getByRole('button', { name: 'Load More' }))
    expect(fetchNextPage).toHaveBeenCalledOnce()
    rerender(table(cities))

    expect(document.activeElement?.textContent).toContain('Tromsø')
  })

  it('reports the row under the pointer', async () => {
    const onPointRow = vi.fn()
    renderTable({ onPointRow })

    await userEvent.hover(screen.getByRole('rowheader', { name: 'Bergen' }))
    await userEvent.unhover(screen.getByRole('rowheader', { name: 'Bergen' }))

    expect(onPointRow.mock.calls).toEqual([[cities[1]], [undefined]])
  })
})
