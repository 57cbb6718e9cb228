/** Who may open whose door. A room is a folder; its door is its `index.ts`. Every room may use `platform` and the contract; `platform` knows no room. */
export const doors: Record<string, readonly string[]> = {
  // The owners' side
  access: [],
  links: ['access'],
  projects: ['access', 'links'],
  organizations: ['access', 'projects'],
  identity: ['access', 'organizations'],
  analytics: ['access', 'links'],
  // The visitors' side
  clicks: [],
  edge: ['clicks', 'links'],
}
