import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import type { Picture } from '../browser/contact-sheet.ts'
import { views } from '../browser/scene-visitor.ts'
import { openEmailVisitor } from './open-email-visitor.ts'
import { sampleEmails } from './sample-emails.ts'

export const emailsScreen = 'emails'

/**
 * Takes pictures of every email on a desktop and a phone, in light and dark. Also writes each email's plain text to the
 * same folder.
 */
export async function photographEmails(browser: OpenBrowser, folder: string): Promise<Picture[]> {
  await rm(join(folder, emailsScreen), { recursive: true, force: true })
  await mkdir(join(folder, emailsScreen), { recursive: true })
  await using visitor = await openEmailVisitor(browser)
  const pictures: Picture[] = []
  for (const [name, email] of Object.entries(sampleEmails)) {
    const scene = name.replace(/^render|Email$/g, '')
    await writeFile(join(folder, emailsScreen, `${scene}.txt`), email.text)
    for (const view of views) {
      for (const scheme of ['light', 'dark'] as const) {
        await visitor.open(email, view, scheme)
        const file = `${emailsScreen}/${scene}.${view}.${scheme}.png`
        await visitor.page.screenshot({ path: join(folder, file), fullPage: true })
        pictures.push({ screen: emailsScreen, scene: email.subject, view, scheme, file })
      }
    }
  }
  return pictures
}
