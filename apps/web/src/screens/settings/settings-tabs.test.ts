import { expect, it } from 'vitest'
import { chooseTab, listTabs, settingsTabNames } from './settings-tabs.ts'

const settingsTabs = listTabs({ hasPlans: true })

it.each(settingsTabs.map(({ name }) => name))('opens %s by its name', (name) => {
  expect(chooseTab(name, settingsTabs).name).toBe(name)
})

it.each([undefined, '', 'nonsense', 'Profile', 'constructor'])('shows the profile for %o', (name) => {
  expect(chooseTab(name, settingsTabs).name).toBe('profile')
})

it('shows tabs in the order of their names', () => {
  expect(settingsTabs.map(({ name }) => name)).toEqual(settingsTabNames)
})

it('shows the profile in place of the subscription without plans', () => {
  const tabs = listTabs({ hasPlans: false })
  expect(tabs.map(({ name }) => name)).not.toContain('subscription')
  expect(chooseTab('subscription', tabs).name).toBe('profile')
})
