// Illustrations of the demo's products, drawn in a frame of 80 × 60: flat shapes in the colors of their category.
import sharp from 'sharp'

/** Shapes have the classes d (dark), m (main), l (light) and p (paper). Lines have the class s. */
const drawings: Record<string, string> = {
  'Standing desk 140 cm':
    '<path class="d" d="M10 22h60v4H10z"/><path class="m" d="M18 26h4v24h-4zM58 26h4v24h-4z"/><path class="d" d="M13 50h14v3H13zM53 50h14v3H53z"/><path class="l" d="M30 9h20v12H30z"/><path class="d" d="M38 21h4v1h-4z"/>',
  'Monitor arm for two':
    '<path class="l" d="M8 12h29v19H8zM43 12h29v19H43z"/><path class="s" d="M22 31v6h36v-6M40 37v14"/><path class="d" d="M30 50h20v3H30z"/>',
  'Felt desk mat':
    '<path class="m" d="M8 18h64v28H8z"/><path class="l" d="M14 24h30v16H14z"/><rect class="p" x="52" y="26" width="10" height="14" rx="5"/><path class="d" d="M56 26h2v5h-2z"/>',
  'Cable tray':
    '<path class="d" d="M8 16h64v4H8z"/><path class="m" d="M16 20h48v14a5 5 0 0 1-5 5H21a5 5 0 0 1-5-5z"/><path class="s" d="M26 39c0 12-8 4-8 14M40 39v14M54 39c0 12 8 4 8 14"/>',
  'Podcast microphone':
    '<rect class="m" x="30" y="6" width="20" height="30" rx="10"/><path class="s" d="M24 26c0 22 32 22 32 0M40 43v8"/><path class="d" d="M28 51h24v3H28z"/><path class="l" d="M34 14h12v2H34zM34 19h12v2H34zM34 24h12v2H34z"/>',
  'Studio headphones':
    '<path class="s" d="M20 38V30a20 20 0 0 1 40 0v8"/><rect class="m" x="14" y="32" width="12" height="20" rx="5"/><rect class="m" x="54" y="32" width="12" height="20" rx="5"/>',
  'Audio interface':
    '<rect class="d" x="10" y="18" width="60" height="26" rx="4"/><circle class="m" cx="24" cy="31" r="7"/><circle class="l" cx="43" cy="31" r="4"/><circle class="l" cx="58" cy="31" r="4"/><path class="p" d="M23 25h2v6h-2z"/>',
  'Boom arm':
    '<path class="s" d="M16 50V36L40 14l20 10"/><path class="d" d="M8 50h16v3H8z"/><rect class="m" x="54" y="22" width="10" height="16" rx="5"/><circle class="l" cx="40" cy="14" r="3"/><circle class="l" cx="16" cy="36" r="3"/>',
  'Mirrorless camera':
    '<path class="d" d="M12 18h14l4-5h20l4 5h14v32H12z"/><circle class="m" cx="40" cy="33" r="13"/><circle class="l" cx="40" cy="33" r="7"/><rect class="p" x="57" y="22" width="7" height="4"/>',
  '35 mm lens':
    '<rect class="d" x="16" y="14" width="14" height="32" rx="2"/><path class="m" d="M30 11h26v38H30z"/><rect class="l" x="56" y="8" width="9" height="44" rx="3"/><path class="d" d="M35 11h3v38h-3zM43 11h3v38h-3z"/>',
  Tripod:
    '<rect class="m" x="31" y="8" width="18" height="11" rx="2"/><path class="s" d="M40 19v8M40 27 22 53M40 27v26M40 27l18 26"/><circle class="l" cx="40" cy="27" r="4"/>',
  'Key light':
    '<rect class="m" x="18" y="8" width="44" height="26" rx="4"/><rect class="p" x="22" y="12" width="36" height="18" rx="2"/><path class="s" d="M40 34v16"/><path class="d" d="M28 50h24v3H28z"/>',
  'Pour-over kettle':
    '<path class="m" d="M26 22h26l6 28H20z"/><path class="s" d="M22 42C10 40 14 22 8 18M56 26c14-2 14 18 4 18"/><rect class="d" x="28" y="17" width="22" height="5" rx="2"/><circle class="l" cx="39" cy="14" r="3"/>',
  'Coffee grinder':
    '<path class="l" d="M28 8h24l-4 14H32z"/><rect class="m" x="28" y="22" width="24" height="30" rx="3"/><path class="s" d="M40 8V5h16"/><circle class="d" cx="57" cy="5" r="3"/><rect class="d" x="34" y="36" width="12" height="10" rx="2"/>',
  'Espresso scale':
    '<rect class="d" x="14" y="36" width="52" height="12" rx="3"/><rect class="p" x="46" y="39" width="14" height="6"/><path class="m" d="M28 16h20l-3 20H31z"/><path class="s" d="M48 20c9 0 8 10-2 10"/>',
  'Cast iron pan':
    '<circle class="d" cx="32" cy="30" r="21"/><circle class="m" cx="32" cy="30" r="16"/><rect class="d" x="50" y="27" width="24" height="6" rx="3"/><circle class="l" cx="27" cy="27" r="4"/><circle class="l" cx="37" cy="34" r="3"/>',
  'Carry-on suitcase':
    '<rect class="m" x="22" y="16" width="36" height="36" rx="5"/><path class="s" d="M32 16V7h16v9"/><path class="d" d="M31 16h3v36h-3zM46 16h3v36h-3z"/><circle class="d" cx="29" cy="54" r="3"/><circle class="d" cx="51" cy="54" r="3"/>',
  'Packing cubes':
    '<rect class="d" x="12" y="30" width="34" height="22" rx="3"/><rect class="m" x="34" y="20" width="34" height="22" rx="3"/><rect class="l" x="20" y="8" width="30" height="18" rx="3"/><path class="s" d="M24 13h22M38 26h26M16 46h14"/>',
  'Power bank':
    '<rect class="d" x="24" y="8" width="24" height="44" rx="5"/><rect class="m" x="28" y="12" width="16" height="36" rx="2"/><path class="p" d="M38 18l-7 13h5l-2 11 7-14h-5z"/><path class="s" d="M48 44c12 0 6-20 18-20"/>',
  'Travel adapter':
    '<rect class="m" x="22" y="16" width="36" height="34" rx="7"/><path class="d" d="M31 6h4v10h-4zM45 6h4v10h-4z"/><circle class="l" cx="40" cy="33" r="10"/><circle class="d" cx="36" cy="33" r="2"/><circle class="d" cx="44" cy="33" r="2"/>',
  'Field guide to birds':
    '<rect class="m" x="20" y="8" width="40" height="46" rx="3"/><path class="d" d="M20 8h6v46h-6z"/><path class="p" d="M32 36c2-12 14-12 16-4l7 1-6 4c-2 8-14 8-17-1z"/><circle class="d" cx="46" cy="32" r="1.4"/>',
  'Writing well':
    '<path class="l" d="M14 14h32v40H14z"/><path class="s" d="M20 22h20M20 29h20M20 36h12"/><path class="m" d="M64 8l5 4-24 32-7 3 2-7z"/><path class="d" d="M40 40l5 4-7 3z"/>',
  'Atlas of cities':
    '<path class="p" d="M10 14l20-4 20 4 20-4v38l-20 4-20-4-20 4z"/><path class="l" d="M30 10l20 4v38l-20-4z"/><path class="s" d="M14 40l12-14 14 8 12-12 14 6"/><circle class="m" cx="40" cy="34" r="4"/>',
  'Bread from scratch':
    '<rect class="d" x="16" y="10" width="48" height="42" rx="3"/><path class="l" d="M24 38c-4-14 8-20 16-20s20 6 16 20z"/><path class="s" d="M33 24l3 8M41 23l3 8M49 26l2 7"/><path class="m" d="M22 38h36v6H22z"/>',
}

export const picturedProducts: readonly string[] = Object.keys(drawings)

/** Draws a PNG file. `hue` is the hue of the product's category, in degrees. */
export function drawProduct(title: string, hue: number): Promise<File> {
  const ground = `<rect x="-10" y="-7.5" width="100" height="75" fill="hsl(${hue} 48% 91%)"/><ellipse cx="40" cy="56" rx="34" ry="3.5" fill="hsl(${hue} 30% 82%)"/>`
  return createPng(`viewBox="-10 -7.5 100 75" width="1200" height="900"`, ground + createShapes(title, hue))
}

/** Draws PNG files: a portrait of the owner, and the banner above the store. */
export async function drawOwner(): Promise<{ logo: File; banner: File }> {
  const [logo, banner] = await Promise.all([
    createPng('viewBox="0 0 100 100" width="640" height="640"', portrait),
    createPng('viewBox="-150 0 400 100" width="1600" height="400"', landscape),
  ])
  return { logo, banner }
}

async function createPng(attributes: string, content: string): Promise<File> {
  const png = await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`))
    .png()
    .toBuffer()
  return new File([new Uint8Array(png)], 'picture.png', { type: 'image/png' })
}

/** Returns the shapes of a product with their style, as SVG. */
export function createShapes(title: string, hue: number): string {
  const color = (saturation: number, lightness: number) => `hsl(${hue} ${saturation}% ${lightness}%)`
  const style = `.d{fill:${color(34, 24)}}.m{fill:${color(52, 46)}}.l{fill:${color(58, 72)}}.p{fill:${color(40, 97)}}.s{fill:none;stroke:${color(34, 24)};stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}`
  return `<style>${style}</style>${drawings[title] ?? ''}`
}

/** A person before a wall, in a square of 100 × 100. */
export const portrait =
  '<rect x="-50" y="-50" width="200" height="200" fill="#d98f6c"/><circle cx="20" cy="10" r="46" fill="#e9b08c"/><path d="M8 108c2-26 18-34 42-34s40 8 42 34z" fill="#2f4858"/><path d="M28 62c-8-34 4-46 22-46s32 14 24 50l-8 12H36z" fill="#3a2318"/><path d="M42 62h16v16c0 6-16 6-16 0z" fill="#c98a66"/><ellipse cx="50" cy="46" rx="16" ry="20" fill="#eab592"/><path d="M33 42c2-16 30-18 34 0-10 0-14-6-16-8-4 6-10 8-18 8z" fill="#3a2318"/>'

/** Hills at dusk. They are in the middle of a picture with a width of 900. */
export const landscape =
  '<defs><linearGradient id="dusk" x2="1"><stop stop-color="#f6d8bd"/><stop offset=".55" stop-color="#d8967a"/><stop offset="1" stop-color="#6a4c5d"/></linearGradient></defs><rect x="-400" y="-100" width="900" height="300" fill="url(#dusk)"/><circle cx="88" cy="42" r="9" fill="#fff1dc"/><path d="M-400 70c120-30 200-8 300-16s120-18 200-6 160 20 400-4v160h-900z" fill="#8a5a5c"/><path d="M-400 84c150-22 260 0 380-6s170-10 260 2 120 8 260-6v130h-900z" fill="#4b3848"/>'
