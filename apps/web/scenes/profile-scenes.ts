import { aUser, internalError, noReply } from '../test/api-answers.ts'
import type { Scenes } from './scene.ts'

export const profileScenes: Scenes = {
  screen: 'settings-profile',
  address: '/settings/profile',
  title: 'Profile · Settings · Linkshelf',
  states: [
    { name: 'loading', answers: { 'GET /v1/me': noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { 'GET /v1/me': internalError }, shows: ['heading', 'Your profile could not be loaded'] },
    { name: 'ready', address: '/settings', shows: ['heading', 'Profile'], says: ['Dark mode', 'Mia Lindqvist', 'mia@example.org'] },
    {
      name: 'without a name',
      answers: { 'GET /v1/me': () => aUser({ full_name: '' }) },
      shows: ['heading', 'Profile'],
      says: ['No name given'],
    },
    {
      name: 'setting could not be saved',
      answers: { 'PATCH /v1/me': internalError },
      steps: (page) => page.getByRole('switch', { name: 'Dark mode' }).press('Space'),
      shows: ['alert'],
      says: [/Your setting could not be saved/],
    },
    { name: 'unknown tab', address: '/settings/nonsense', shows: ['heading', 'Profile'] },
  ],
}
