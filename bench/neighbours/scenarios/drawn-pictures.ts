import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, type Neighbours, queryAsOwner, repeat, type Scenario } from '../scenario.ts'

const attackers = { name: 'colorful-lamps', products: 200 }
const neighbours = { name: 'quiet-lamps', products: 20 }
let visits = 0

const insertProducts = `
  insert into products (id, organization_id, project_id, name, slug, description, attributes, is_active, position, created_at)
  select uuidv7(), $1::uuid, $2::uuid, 'Lamp ' || nth, 'lamp-' || nth, '', '{}', true, nth, now()
  from generate_series(1, $3::integer) as nth`

/** Sums the bytes of the current drawings and of the replaced drawings. */
const sumDrawings = `
  select sum(stored_bytes) filter (where is_current)::float8 as current, sum(stored_bytes) filter (where not is_current)::float8 as replaced
  from (
    select stored_bytes, digest in (select digest from social_pictures union all select digest from product_pictures) as is_current
    from uploads where organization_id = $1::uuid and purpose = 'social') as drawings`

async function changeColors({ client, params }: Account): Promise<void> {
  const [store] = await client.stores.list({ params })
  if (store === undefined) throw new Error('The attacker has a store')
  const [main, secondary] = [randomBytes(3).toString('hex'), randomBytes(3).toString('hex')]
  const body = { name: attackers.name, main_color: `#${main}`, secondary_color: `#${secondary}` }
  await client.stores.update({ params: { ...params, storeId: store.store_id }, body })
}

async function load(url: string): Promise<string> {
  const response = await fetch(url)
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return body
}

/** Opens a store page that no visitor has opened, loads its share picture, and lists links. */
async function visit({ instance, neighbour: { client, params } }: Neighbours): Promise<void> {
  visits += 1
  const page = await load(`${instance.linksUrl}/@${neighbours.name}?q=lamp+${visits}`)
  const picture = /property="og:image" content="([^"]+)"/.exec(page)?.[1]
  if (picture === undefined) throw new Error('The page names no share picture')
  await load(picture)
  await client.links.list({ params, query: { archived: 'false', limit: '100' } })
}

/**
 * An owner changes the colors of a store with 200 products twice a second. Pictures are drawn again half a minute after
 * a change, so the figures include replaced drawings only with `--seconds 60`.
 */
export const scenario: Scenario = {
  name: 'colors of a store of 200 products, twice a second | page, share picture and list of links of another store',
  async prepare(all) {
    const { instance, attacker, neighbour } = all
    await queryAsOwner(instance, 'update organizations set store_page_enabled = true, product_page_enabled = true', [])
    for (const [account, { name, products }] of [
      [neighbour, neighbours],
      [attacker, attackers],
    ] as const) {
      await account.client.stores.create({ params: account.params, body: { name } })
      await queryAsOwner(instance, insertProducts, [account.params.orgId, account.params.projectId, products])
    }
    // The store's page contains its picture as soon as the picture is drawn.
    const isDrawn = () =>
      visit(all).then(
        () => true,
        () => false,
      )
    while (!(await isDrawn())) await sleep(500)
  },
  async attack({ instance, attacker }, signal) {
    await repeat(1, signal, () => Promise.all([changeColors(attacker), sleep(500)]))
    const [bytes] = await queryAsOwner(instance, sumDrawings, [attacker.params.orgId])
    console.error('bytes of drawings', bytes)
  },
  request: visit,
}
