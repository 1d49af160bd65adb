export { type S3Location } from './s3-store.ts'
export { createFiles, type FileRoom } from './files.ts'
export { keepDeletedFiles, listPluginFiles, type PluginFile } from './kept-files.ts'
