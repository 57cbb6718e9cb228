import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard } from '../../test/open-dashboard.tsx'
import { hasScreen } from './screen-paths.ts'
import { flattenGroups, listSidebarEntries, personalEntries } from './sidebar-entries.ts'

const everyEntry = [...listSidebarEntries({ hasStorePage: true, hasProductPage: true }), ...personalEntries]
const everyPath = flattenGroups(everyEntry).map(({ to }) => to)

const ofLink = ['/links/some-link', '/links/some-link/qr', '/links/some-link/settings', '/analytics/link/some-link']

it.each([...everyPath, ...ofLink])('%s is offered only if it opens a screen', async (path) => {
  openDashboard(path, {})

  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toBeTruthy())

  expect(screen.queryByRole('heading', { name: 'Oops! Page not found' }) === null).toBe(hasScreen(path))
})
