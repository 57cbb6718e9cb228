import { queryAsOwner, repeat, type Scenario } from '../scenario.ts'

const links = 30_000
/**
 * The attackers' search text. No link contains it, and it is too short for the search index, so PostgreSQL reads all
 * links of the project.
 */
const search = '~~'

const insertLinks = `
  insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
  select gen_random_uuid(), $1::uuid, $2::uuid, format('slow-%s-%s', right($2::uuid::text, 12), nth), format('https://shop.example/%s', nth), false, now()
  from generate_series(1, $3::integer) as nth`

/** Each of three accounts has four searches in progress that read all of its links. */
export const scenario: Scenario = {
  name: '4 slow searches of 3 accounts each | list of links',
  async prepare({ instance, attackers }) {
    for (const { organization, project } of attackers) await queryAsOwner(instance, insertLinks, [organization.id, project.id, links])
  },
  attack: ({ attackers }, signal) =>
    Promise.all(attackers.map(({ client, params }) => repeat(4, signal, () => client.links.list({ params, query: { search } })))),
  request: ({ neighbour: { client, params } }) => client.links.list({ params, query: { archived: 'false', limit: '100' } }),
}
