// Loaded before everything else. Node has four threads for files, names, passwords and the statements of sqlite3, so that two callers
// with slow searches would hold all of them. The number is read when the first thread is needed, which is for loading an ES module.
process.env['UV_THREADPOOL_SIZE'] ??= '12'
