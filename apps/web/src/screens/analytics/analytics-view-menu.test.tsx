import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  type Answer,
  type Answers,
  anOrganization,
  aSavedReport,
  errorReply,
  inProject,
  internalError,
  openDashboard,
  Reply,
  recordBody,
} from '../../../test/open-dashboard.tsx'

const reports = `${inProject}/analytics/reports`
const germany = aSavedReport()
const one = `${reports}/${germany.report_id}`
const atGermany = '/analytics?device=phone&country=DE&tab=devices&page=2'

/** Opens the screen at `address`, and then its menu of reports. Returns the menu. */
async function openReports(answers: Answers, address = '/analytics'): Promise<HTMLElement> {
  openDashboard(address, {
    'GET /v1/organizations': () => [anOrganization({ package: 'Pro', full_analytics_enabled: true })],
    ...answers,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
  return screen.findByRole('menu')
}

it('opens a report, and marks the current report and the reports that are sent by email', async () => {
  const menu = await openReports({
    [`GET ${reports}`]: () => [germany, aSavedReport({ report_id: inProject, name: 'All', view: {}, is_mailed: true })],
  })

  expect((await within(menu).findByRole('menuitem', { name: 'All mailed every Monday' })).getAttribute('aria-current')).toBe('true')
  await userEvent.click(within(menu).getByRole('menuitem', { name: germany.name }))

  expect(await screen.findByRole('link', { name: 'Remove filter Country: Germany' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  expect((await screen.findByRole('menuitem', { name: germany.name })).getAttribute('aria-current')).toBe('true')
})

it('saves the tab, the days and the filters under a name, and replaces a report that has the name', async () => {
  const sent: unknown[] = []
  const menu = await openReports(
    {
      [`GET ${reports}`]: () => [germany],
      [`POST ${reports}`]: recordBody(sent, germany),
      [`PATCH ${one}`]: recordBody(sent, germany),
    },
    '/analytics?country=AT&tab=sources&range=7d&page=2',
  )
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Save this view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))

  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Austria')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('View saved')
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const again = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(again.getByRole('textbox', { name: 'Name' }), germany.name.toUpperCase())
  await userEvent.click(again.getByRole('button', { name: 'Replace' }))

  const view = { tab: 'sources', range: '7d', country: 'AT' }
  await waitFor(() =>
    expect(sent).toEqual([
      { name: 'Austria', view },
      { name: germany.name.toUpperCase(), view },
    ]),
  )
})

it('turns on the weekly email of the current report at once, and turns it off again if the call fails', async () => {
  const sent: unknown[] = []
  const { promise: reply, resolve: answer } = Promise.withResolvers()
  const menu = await openReports({ [`GET ${reports}`]: () => [germany], [`PATCH ${one}`]: recordBody(sent, reply) }, atGermany)
  const isChecked = () => mailed.getAttribute('aria-checked')
  const mailed = await within(menu).findByRole('menuitemcheckbox', { name: 'Mail it every Monday' })
  expect(isChecked()).toBe('false')

  await userEvent.click(mailed)

  await waitFor(() => expect(isChecked()).toBe('true'))
  answer(internalError())
  await waitFor(() => expect(isChecked()).toBe('false'))
  expect(sent).toEqual([{ is_mailed: true }])
})

it('renames and deletes the current report, and undoes the deletion from the toast', async () => {
  const sent: unknown[] = []
  const mailed = aSavedReport({ is_mailed: true })
  const menu = await openReports(
    {
      [`GET ${reports}`]: () => [mailed],
      [`PATCH ${one}`]: recordBody(sent, errorReply(409, 'SAVED_REPORT_NAME_TAKEN', 'You have it already')),
      [`DELETE ${one}`]: () => new Reply(204, undefined),
      [`POST ${reports}`]: recordBody(sent, mailed),
    },
    atGermany,
  )
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Rename this view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename this view' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('You have it already')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete this view' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  const { name, view } = mailed
  await waitFor(() =>
    expect(sent).toEqual([
      { name: `${name} 2`, view },
      { name, view, is_mailed: true },
    ]),
  )
})

it('explains reports if there are none, and offers a retry if they could not be loaded', async () => {
  let answer: Answer = internalError
  const menu = await openReports({ [`GET ${reports}`]: (call) => answer(call) })

  const retry = await within(menu).findByRole('menuitem', { name: 'Your saved views could not be loaded. Retry' })
  answer = () => []
  await userEvent.click(retry)

  expect(await within(menu).findByText(/have it mailed every Monday/)).toBeTruthy()
  expect(within(menu).getByRole('menuitem', { name: 'Save this view' })).toBeTruthy()
})
