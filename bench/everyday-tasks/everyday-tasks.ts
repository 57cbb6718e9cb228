import type { Page } from 'playwright-core'
import type { Owner } from './owner.ts'

export interface EverydayTask {
  name: string
  /**
   * Starts on the dashboard and ends when the result is on screen. `nth` is different in each run, for names that must
   * be new.
   */
  perform(owner: Owner, nth: number): Promise<void>
}

const findButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const findLink = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const findTab = (page: Page, navigation: string, name: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name })
const findCheckboxes = (page: Page) => page.getByRole('list', { name: 'Links', exact: true }).getByRole('checkbox')

/** Tasks that users repeat daily with the links of a demo instance. */
export const everydayTasks: readonly EverydayTask[] = [
  {
    name: 'make a link with a short name and two labels',
    async perform(owner, nth) {
      const { page } = owner
      await owner.press('c')
      await owner.paste(`https://shop.example/lamp-${nth}`)
      await owner.press('Enter')
      await owner.see(page.getByText('Your link is ready'))
      await owner.click(page.getByRole('textbox', { name: 'Short name' }))
      await owner.press('Control+A')
      await owner.type(`lamp-${nth}`)
      await owner.click(page.getByRole('combobox', { name: 'Labels' }))
      for (const label of ['Desk', 'Favorites']) {
        await owner.type(label)
        await owner.press('Enter')
      }
      await owner.click(findButton(page, 'Save'))
      await owner.see(page.getByText('Copied! Link copied to clipboard').locator('..').getByText(`/lamp-${nth}`))
    },
  },
  {
    name: 'make three links from a list',
    async perform(owner, nth) {
      const { page } = owner
      await owner.paste(['desk', 'chair', 'shelf'].map((name) => `https://shop.example/${name}-${nth}`).join('\n'))
      await owner.click(findButton(page, 'Create 3 links'))
      await owner.see(findButton(page, 'Copy all'))
    },
  },
  {
    name: 'copy the short URL of an old link',
    async perform(owner) {
      await find(owner, 'tripod')
      await owner.click(findButton(owner.page, 'Copy short URL'))
      await owner.see(owner.page.getByText(/copied/i))
    },
  },
  {
    name: 'see where the clicks of a link come from',
    async perform(owner) {
      const { page } = owner
      await find(owner, 'tripod')
      await owner.press('Enter')
      await owner.click(findTab(page, 'Link', 'Analytics'))
      await owner.click(page.getByRole('navigation', { name: 'Breakdowns' }).getByRole('link', { name: 'Sources' }))
      await owner.see(page.getByRole('table', { name: 'Referrers' }).getByRole('rowheader'))
    },
  },
  {
    name: 'see the clicks from phones in one country',
    async perform(owner) {
      const { page } = owner
      await owner.click(findLink(page, 'Analytics'))
      await owner.click(findTab(page, 'Analytics', 'Geography'))
      await owner.click(page.getByTitle('Show only Germany').first())
      await owner.click(findTab(page, 'Analytics', 'Devices'))
      await owner.click(page.getByTitle('Show only Phone').first())
      await owner.see(page.getByRole('list', { name: 'Filters' }).getByText('Phone'))
    },
  },
  {
    name: 'add a campaign to a link',
    async perform(owner, nth) {
      const { page } = owner
      await find(owner, 'gimbal')
      await owner.press('Enter')
      await owner.click(findTab(page, 'Link', 'Settings'))
      const campaign = findButton(page, 'Campaign (UTM)')
      await owner.see(campaign)
      if ((await campaign.getAttribute('aria-expanded')) === 'false') await owner.click(campaign)
      await owner.click(page.getByRole('textbox', { name: 'Campaign' }))
      await owner.press('Control+A')
      await owner.type(`spring-${nth}`)
      await owner.press('Enter')
      await owner.see(page.getByText('Link updated'))
    },
  },
  {
    name: 'see the QR code of a link',
    async perform(owner) {
      await find(owner, 'boom arm')
      await owner.click(findButton(owner.page, 'QR code'))
      await owner.see(owner.page.getByRole('img', { name: /QR code/ }))
    },
  },
  {
    name: 'label five links',
    async perform(owner, nth) {
      const { page } = owner
      await selectFive(owner)
      await owner.press('l')
      await owner.click(
        page
          .getByRole('dialog')
          .getByRole('checkbox')
          .nth(nth % 4),
      )
      await owner.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
      await owner.see(page.getByText('Labels updated'))
    },
  },
  {
    name: 'archive five links',
    async perform(owner) {
      await selectFive(owner)
      await owner.press('e')
      await owner.see(owner.page.getByRole('dialog', { name: 'Archive Links' }))
      await owner.press('Enter')
      await owner.see(owner.page.getByText('Links archived'))
    },
  },
  {
    name: 'archive a link by mistake, and take it back',
    async perform(owner) {
      const { page } = owner
      await openLinks(owner)
      await owner.press('j')
      await owner.press('e')
      await owner.see(page.getByRole('dialog', { name: 'Archive Link' }))
      await owner.press('Enter')
      await owner.click(findButton(page, 'Undo'))
      await owner.see(page.getByText('Link unarchived'))
    },
  },
]

/** Finds a link in the command palette. */
async function find(owner: Owner, title: string): Promise<void> {
  await owner.press('Control+K')
  await owner.see(owner.page.getByRole('textbox', { name: 'Find a link, a screen or an action' }).and(owner.page.locator(':focus')))
  await owner.type(title)
  await owner.see(findButton(owner.page, 'Copy short URL'))
}

async function openLinks(owner: Owner): Promise<void> {
  await owner.press('g')
  await owner.press('l')
  await owner.see(findCheckboxes(owner.page))
  // The list's keyboard shortcuts load after the list.
  await owner.see(owner.page.locator('[role="list"] input[tabindex="-1"], ul input[tabindex="-1"]'))
}

async function selectFive(owner: Owner): Promise<void> {
  await openLinks(owner)
  await owner.press('j')
  await owner.press('x')
  for (let row = 1; row < 5; row += 1) {
    await owner.press('j')
    await owner.press('x')
  }
}
