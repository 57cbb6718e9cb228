import { type ProductImport, productFileMaxBytes } from '@linkshelf/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Answers, inProject, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

const imports = `${inProject}/products/imports`

function anImport(changes: Partial<ProductImport> = {}): ProductImport {
  const counts = {
    rows: 2,
    processed: 2,
    created: 2,
    updated: 0,
    rejected: 0,
    incomplete: 0,
    links: 0,
    links_over_limit: 0,
    categories: 0,
    categories_over_limit: 0,
  }
  return {
    import_id: 'import-1',
    file_name: 'lamps.csv',
    state: 'ready',
    failure: null,
    undo: null,
    ...counts,
    missing_categories: [],
    ignored_columns: [],
    program: null,
    skipped: [],
    created_at: '2025-11-05T14:03:00.000Z',
    finished_at: null,
    ...changes,
  }
}

function openProducts(answers: Answers, path = '/store/products'): void {
  openDashboard(path, { [`GET ${inProject}/categories`]: () => [], [`GET ${inProject}/products`]: () => [], ...answers })
}

async function openImport(): Promise<void> {
  await screen.findByRole('heading', { name: 'No products yet' })
  await userEvent.click(await screen.findByRole('button', { name: 'Import products' }))
  await screen.findByRole('dialog', { name: 'Import products' })
}

it('uploads a file, shows a preview of the import, imports it and shows the progress', async () => {
  const states: ProductImport[] = []
  const uploads: unknown[] = []
  openProducts({
    [`GET ${imports}`]: () => (states.length > 1 ? [states.shift()] : states),
    [`POST ${imports}`]: ({ body }) => {
      uploads.push(body)
      states.push(anImport({ state: 'checking' }), anImport())
      return new Reply(201, states[0])
    },
    [`POST ${imports}/import-1/start`]: () => {
      states.splice(0, 9, anImport({ state: 'importing', processed: 1 }), anImport({ state: 'done' }))
      return anImport({ state: 'importing', processed: 0 })
    },
  })
  await openImport()
  await userEvent.upload(await screen.findByLabelText('CSV file'), new File(['name\nA\nB'], 'lamps.csv'))

  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 products' }))

  expect(uploads).toHaveLength(1)
  expect(await screen.findByRole('progressbar', { name: 'Imported' })).toBeTruthy()
  expect(await screen.findByText('2 products created')).toBeTruthy()
})

it('shows an unfinished import when it is opened, and starts again with another file', async () => {
  const deleted: string[] = []
  openProducts({
    [`GET ${imports}`]: () => (deleted.length > 0 ? [] : [anImport({ rejected: 1 })]),
    [`DELETE ${imports}/import-1`]: ({ path }) => {
      deleted.push(path)
      return new Reply(204, undefined)
    },
  })
  await openImport()
  expect(await screen.findByText('1 row will be rejected')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))

  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
  expect(deleted).toHaveLength(1)
})

it('rejects a file that is too large', async () => {
  openProducts({ [`GET ${imports}`]: () => [] })
  await openImport()

  await userEvent.upload(await screen.findByLabelText('CSV file'), new File([new Uint8Array(productFileMaxBytes + 1)], 'lamps.csv'))

  expect((await screen.findByRole('alert')).textContent).toBe('Files can be up to 10 MB')
})
