import { it } from 'vitest'
import { openNameServer } from '../apps/server/test/open-name-server.ts'
import { openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { signUp, waitForText } from '../harness/sign-up.ts'

const host = 'go.lamps.example'

it('adds a domain, sees its verification without a reload, makes it primary, archives it, and removes it by its name', async () => {
  const { appUrl, environment } = await getSharedLinkshelf()
  const [, namePort] = (environment.DNS_SERVERS ?? '').split(':')
  await using names = await openNameServer({}, Number(namePort))
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  const findButton = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  await signUp(page, appUrl, 'dora@people.test')

  await page.goto(`${appUrl}/settings/domains`)
  await findButton('Add domain').click()
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(host)
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('heading', { name: host }).waitFor()

  const ownership = page.getByRole('list', { name: 'Ownership' }).locator('code')
  const [name = '', value = ''] = await ownership.allTextContents()
  names.zone[name] = { TXT: [value] }
  names.zone[host] = { A: ['127.0.0.1'] }
  await waitForText(page, 'Short links work on this domain')

  await findButton('Make primary').click()
  await waitForText(page, 'This is the primary domain of the project')
  await findButton('Archive').click()
  await waitForText(page, 'New links do not use it')
  await findButton('Make primary').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All domains' }).click()
  await page.getByRole('list', { name: 'Domains' }).getByText('Archived').waitFor()

  await page.getByRole('link', { name: `Open ${host}` }).click()
  await findButton('Remove').click()
  await dialog.getByRole('textbox').fill(host)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await waitForText(page, 'No domains yet')
})
