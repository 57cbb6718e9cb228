import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aUser } from '../../../test/api-answers.ts'
import { type Answers, openDashboard } from '../../../test/open-dashboard.tsx'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'

function recordUpdates(time_zone: string | null): { sent: unknown[]; answers: Answers } {
  const sent: unknown[] = []
  const update: Answers[string] = ({ body }) => {
    sent.push(body)
    return aUser(body as object)
  }
  return { sent, answers: { 'GET /v1/me': () => aUser({ time_zone }), 'PATCH /v1/me': update } }
}

it('stores the time zone of the browser for a user who has none, once', async () => {
  const { sent, answers } = recordUpdates(null)
  openDashboard('/settings/profile', answers)

  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() => expect(sent).toEqual([{ time_zone: getBrowserTimeZone() }]))
})

it('leaves the time zone of a user who has one', async () => {
  const { sent, answers } = recordUpdates('Asia/Kathmandu')
  openDashboard('/settings/profile', answers)

  await screen.findByRole('heading', { name: 'Profile' })
  expect(sent).toEqual([])
})
