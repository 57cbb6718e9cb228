import { setTimeout as sleep } from 'node:timers/promises'
import { createFormBrowser } from '../../../apps/server/src/demo/form-browser.ts'
import { openSmtpServer } from '../../../apps/server/test/open-smtp-server.ts'
import { type ApiKeyUser, addMembers, listLinks } from '../api-key-users.ts'
import { queryAsOwner, repeat, type Scenario } from '../scenario.ts'

const smtp = await openSmtpServer()
let members: ApiKeyUser[] = []
let requested = 0

const insertReader = "insert into users (id, email, full_name, password_hash) values (gen_random_uuid(), $1, 'Mia Reed', '')"

/**
 * The 44 members of one organization have four calls each in progress. A reader requests a reset email on the page for
 * forgotten passwords.
 */
export const scenario: Scenario = {
  name: '4 calls of 44 members each | reset email',
  environment: { PLANS: 'off', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  async prepare({ instance, attacker }) {
    members = await addMembers(instance, attacker, 44)
  },
  async attack(_, signal) {
    await Promise.all(members.map((member) => repeat(4, signal, () => listLinks(member))))
    await smtp.close()
  },
  async request({ instance }) {
    requested += 1
    const email = `reader-${requested}@people.example`
    await queryAsOwner(instance, insertReader, [email])
    const browser = createFormBrowser(`198.51.100.${requested}`)
    await browser.submit(await browser.open(`${instance.appUrl}/auth/forgot`), { email })
    while (!smtp.received.some(({ message }) => message.includes(email))) await sleep(20)
  },
}
