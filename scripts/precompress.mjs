import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressible = new Set(['.css', '.js', '.svg', '.txt'])

/**
 * Writes a `.br` and a `.gz` beside each built text file, at the highest effort: the server hands
 * them out as they are.
 *
 * @param {string} directory
 */
export async function precompress(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name)
      const content = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
