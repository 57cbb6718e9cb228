import { queryAsOwner, repeat, type Scenario } from '../scenario.ts'

const attackers = { handle: 'scraped-lamps', products: 10_000 }
const neighbours = { handle: 'quiet-lamps', products: 20 }
let searches = 0

const insertProducts = `
  insert into products (id, organization_id, project_id, name, slug, description, image_url, attributes, is_active, position, created_at)
  select uuidv7(), $1::uuid, $2::uuid, 'Lamp ' || nth || ' with a brass foot', 'lamp-' || nth, md5(nth::text) || ' Warm light for a desk or a bed.',
    'https://pictures.example/' || nth || '.jpg', '{"Brand":"Luma"}', true, nth, now()
  from generate_series(1, $3::integer) as nth`

/** Opens a page that no visitor has opened, so it is not cached and must be rendered. */
async function search({ linksUrl }: { linksUrl: string }, handle: string): Promise<void> {
  searches += 1
  const response = await fetch(`${linksUrl}/@${handle}?q=lamp+${searches}`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`The store page answered ${response.status}`)
}

/** Six loops open uncached pages of a large store. A visitor opens uncached pages of another store. */
export const scenario: Scenario = {
  name: '6 loops over uncached pages of 10,000 products | an uncached page of another store',
  async prepare({ instance, attacker, neighbour }) {
    await queryAsOwner(instance, 'update organizations set store_page_enabled = true, product_page_enabled = true', [])
    for (const [account, { handle, products }] of [
      [attacker, attackers],
      [neighbour, neighbours],
    ] as const) {
      await account.client.stores.create({ params: account.params, body: { name: handle } })
      await queryAsOwner(instance, insertProducts, [account.params.orgId, account.params.projectId, products])
    }
    await search(instance, neighbours.handle)
  },
  attack: ({ instance }, signal) => repeat(6, signal, () => search(instance, attackers.handle)),
  request: ({ instance }) => search(instance, neighbours.handle),
}
