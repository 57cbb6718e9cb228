import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLayout, StoreTheme } from '@linkshelf/contract'
import pg from 'pg'
import { findStores } from '../../apps/server/src/processes/stores.ts'

export interface StoreLook {
  layout: StoreLayout
  theme: StoreTheme
  /** The minimum number of products in the store. The demo's products are copied until this number is reached. */
  products: number
}

/** Sets the layout, theme and products of an instance's store, and waits until its edges have loaded the store. */
export async function setStoreLook(dataFolder: string, { layout, theme, products }: StoreLook): Promise<void> {
  const stores = await findStores(dataFolder)
  if (stores === undefined) throw new Error(`No instance runs on ${dataFolder}`)
  const owner = new pg.Client({ connectionString: stores.databaseUrl })
  await owner.connect()
  await repeatProducts(owner, products)
  await owner.query('update stores set layout = $1, theme = $2', [layout, theme])
  await owner.end()
  await sleep(1_500) // an edge loads a store once a second
}

/** Copies products without running triggers, so that no picture is drawn during the measurement. */
async function repeatProducts(owner: pg.Client, count: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `with present as (select *, row_number() over (order by position) as nth, count(*) over () as total from products),
       repeated as (
         select present.*, uuidv7() as new_id, turn from present, generate_series(1, $1::integer) as turn
         where turn * total + nth <= $1::integer
       ),
       inserted as (
         insert into products (id, organization_id, project_id, name, slug, description, image_url, attributes, is_active, position, created_at)
         select new_id, organization_id, project_id, name || ' ' || turn + 1, slug || '-' || turn + 1, description, image_url, attributes, is_active,
           position + turn * 1000000, created_at from repeated
       )
     insert into product_links (organization_id, project_id, product_id, link_id, rank)
     select links.organization_id, links.project_id, new_id, link_id, rank from product_links as links join repeated on repeated.id = product_id`,
    [count],
  )
  await owner.query('set session_replication_role = origin')
}
