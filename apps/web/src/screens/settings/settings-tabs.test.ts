import { expect, it } from 'vitest'
import { chooseTab, listTabs } from './settings-tabs.ts'

const settingsTabs = listTabs({ hasPlans: true })

it.each(settingsTabs.map(({ name }) => name))('opens %s by its name', (name) => {
  expect(chooseTab(name, settingsTabs).name).toBe(name)
})

it.each([undefined, '', 'nonsense', 'Profile', 'constructor'])('shows the profile for %o', (name) => {
  expect(chooseTab(name, settingsTabs).name).toBe('profile')
})

it('shows every tab once, in its group', () => {
  const names = settingsTabs.map(({ name }) => name)
  const groups = settingsTabs.map(({ group }) => group)

  expect(names).toHaveLength(new Set(names).size)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['You', 'Organization', 'Project'])
})

it('shows the profile instead of the subscription if there are no plans', () => {
  const tabs = listTabs({ hasPlans: false })
  expect(tabs.map(({ name }) => name)).not.toContain('subscription')
  expect(chooseTab('subscription', tabs).name).toBe('profile')
})
