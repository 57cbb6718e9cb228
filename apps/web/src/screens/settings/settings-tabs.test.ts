import { expect, it } from 'vitest'
import { chooseTab, settingsTabNames, settingsTabs } from './settings-tabs.ts'

it.each(settingsTabs.map(({ name }) => name))('opens %s by its name', (name) => {
  expect(chooseTab(name).name).toBe(name)
})

it.each([undefined, '', 'nonsense', 'Profile', 'constructor'])('shows the profile for %o', (name) => {
  expect(chooseTab(name).name).toBe('profile')
})

it('shows tabs in the order of their names', () => {
  expect(settingsTabs.map(({ name }) => name)).toEqual(settingsTabNames)
})
