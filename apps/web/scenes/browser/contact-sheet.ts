export interface Picture {
  screen: string
  scene: string
  view: string
  scheme: string
  /** The path relative to the folder of all pictures. */
  file: string
}

/** Returns an HTML page with all pictures, grouped by screen and scene. */
export function renderContactSheet(pictures: readonly Picture[]): string {
  const byScreen = Map.groupBy(pictures, ({ screen }) => screen)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Linkshelf</title>
<style>
  body { font: 14px system-ui, sans-serif; margin: 2rem; background: #888; }
  div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-bottom: 1rem; }
  img { height: 420px; box-shadow: 0 2px 8px #0006; }
</style>
${[...byScreen].map(([screen, ofScreen]) => `<h1>${screen}</h1>\n${renderSceneRows(ofScreen)}`).join('\n')}
</html>
`
}

function renderSceneRows(pictures: readonly Picture[]): string {
  return [...Map.groupBy(pictures, ({ scene }) => scene)]
    .map(([scene, ofScene]) => `<h2>${scene}</h2>\n<div>${ofScene.map(renderThumbnail).join('')}</div>`)
    .join('\n')
}

function renderThumbnail({ file, scene, view, scheme }: Picture): string {
  return `<a href="${file}"><img loading="lazy" src="${file}" alt="${scene}, ${view}, ${scheme}"></a>`
}
