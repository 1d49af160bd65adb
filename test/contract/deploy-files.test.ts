import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '../../host/launch/root.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const deployed = (file: string) => read(`host/deploy/${file}`)
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('The files of host/deploy', () => {
  it('name settings that exist', () => {
    const settings = read('README.md')
    for (const file of ['atrium.env.example', 'atrium.service', 'compose.yaml', 'Dockerfile', 'README.md'])
      for (const [name] of deployed(file).matchAll(/\bATRIUM_[A-Z_]+|\bDATABASE_URL/g))
        expect(settings, file).to.include(`\`${name}\``)
  })

  it('start the program of the package', () => {
    const { bin } = JSON.parse(read('host/package.json')) as { bin: { atrium: string } }
    for (const file of ['atrium.service', 'Dockerfile'])
      expect(deployed(file)).to.include(`node_modules/@atrium/host/${bin.atrium}`)
  })

  it('pack into a folder that the image has, because npm makes none', () => {
    const [, folder] = /--pack-destination (\S+)/.exec(deployed('Dockerfile')) ?? []
    expect(deployed('Dockerfile')).to.match(new RegExp(`mkdir ${folder} .*npm pack`))
  })

  it('keep the passwords of compose.yaml out of image, package and repository', () => {
    expect(deployed('Dockerfile.dockerignore')).to.match(/^\*\*\/\.env$/m)
    expect(read('.gitignore')).to.match(/^\.env$/m)
    expect((JSON.parse(read('host/package.json')) as { files: string[] }).files).to.include('!deploy/.env')
  })

  if (hasSystemd)
    it('are a unit that systemd accepts', () => {
      const { stderr } = spawnSync('systemd-analyze', ['verify', join(root, 'host/deploy/atrium.service')])
      // Node may be elsewhere on this machine.
      const problems = String(stderr).split('\n')
      expect(problems.filter((line) => line.includes('atrium.service') && !line.includes('is not executable'))).to.be
        .empty
    })
})
